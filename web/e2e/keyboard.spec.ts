import type { Page } from "@playwright/test";
import { expect, playAgainstBots, test } from "./server";
import { playUntil } from "./play";

test.describe.configure({ timeout: 240_000 });

/** Tab until that has the focus, as somebody without a mouse must. */
async function reach(page: Page, selector: string): Promise<boolean> {
  for (let presses = 0; presses < 60; presses++) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
    if (there) return true;
    await page.keyboard.press("Tab");
  }
  return false;
}

async function has(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(selector).count()) > 0;
}

async function moveByKeys(page: Page): Promise<boolean> {
  if (await has(page, "section.choice .options button:enabled")) {
    if (await reach(page, "section.choice .options button")) await page.keyboard.press("Enter");
    return true;
  }
  if (!(await has(page, ".fan button[aria-label*=playable]"))) return false;
  if (!(await reach(page, ".fan button"))) return false;
  await page.keyboard.press("Home");
  const places = await page.locator(".fan button").evaluateAll((cards) =>
    cards.findIndex((card) => card.getAttribute("aria-label")?.includes("playable")),
  );
  for (let step = 0; step < places; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  return true;
}

test("a round of Doppelkopf by keyboard alone", async ({ page }) => {
  await playAgainstBots(page, "Doppelkopf");
  await playUntil(page, page.locator("section.result"), moveByKeys);
});

async function moveTilesByKeys(page: Page): Promise<boolean> {
  if (await has(page, ".own.mine") === false) return false;
  const must = await page.getByText("Pick a tile and put it.").count();
  if (must === 0) {
    await page.keyboard.press("d");
    return true;
  }
  if (!(await reach(page, ".rack button"))) return false;
  const [now, wanted] = await page.locator(".rack button").evaluateAll((places) => [
    places.findIndex((place) => place === document.activeElement),
    places.findLastIndex((place) => !place.getAttribute("aria-label")?.includes("empty")),
  ]);
  const step = wanted! > now! ? "ArrowRight" : "ArrowLeft";
  for (let at = 0; at < Math.abs(wanted! - now!); at++) await page.keyboard.press(step);
  await page.keyboard.press("Enter");
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  return true;
}

test("a match of tiles by keyboard alone", async ({ page }) => {
  await playAgainstBots(page, "Tiles");
  await playUntil(page, page.getByRole("button", { name: "To the result" }), moveTilesByKeys, 1500);
});

test("from screen to screen the focus goes on from the heading, and a closed panel gives it back", async ({ page }) => {
  const focused = (selector: string) => expect(page.locator(`${selector}:focus`)).toHaveCount(1);
  await page.goto("/");
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  await focused("h1");
  await expect(page.locator("h1")).toHaveText("Settings");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(page.locator("h1:focus")).toHaveText("What shall we play?");
  await page.getByRole("button", { name: "Play with friends" }).press("Enter");
  await expect(page.locator("h1:focus")).toHaveText(/Doppelkopf/);
  const talk = page.getByRole("button", { name: "Talk" });
  await talk.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(talk).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByText("Arrow keys and Enter: choose and play a card")).toBeVisible();
});
