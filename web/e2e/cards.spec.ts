/** Games of tricks on a phone and on a wide screen: nothing that matters is cut off. */

import type { Locator, Page } from "@playwright/test";
import { expect, hasNoBarrier, playAgainstBots, standsStill, test } from "./server";
import { moveByClicks, playUntil } from "./play";

test.describe.configure({ timeout: 240_000 });

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** All of it lies inside the other, and is drawn there. */
async function liesWithin(inner: Locator, outer: Locator): Promise<void> {
  const [one, other] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  expect(one && other).toBeTruthy();
  expect(one!.x).toBeGreaterThanOrEqual(other!.x - 1);
  expect(one!.y).toBeGreaterThanOrEqual(other!.y - 1);
  expect(one!.x + one!.width).toBeLessThanOrEqual(other!.x + other!.width + 1);
  expect(one!.y + one!.height).toBeLessThanOrEqual(other!.y + other!.height + 1);
}

async function endTheMatch(page: Page): Promise<void> {
  const choice = page.locator("section.choice");
  await choice.getByText("Something else …").click();
  const end = choice.getByRole("button", { name: "End the match here" });
  await end.click();
  await expect(choice.getByRole("alert")).toContainText("the match is over");
  await end.click();
}

test("a round of Doppelkopf, its result, its sheet and its replay fit the screen", async ({ browser, page }) => {
  await playAgainstBots(page, "Doppelkopf");
  const result = page.locator("section.result");
  await playUntil(page, result, moveByClicks);
  const choice = page.locator("section.choice");
  const next = choice.getByRole("button", { name: "Next round" });
  await expect(next).toBeVisible();
  await liesWithin(next, choice);
  await result.getByText("All hands").click();
  await expect(result.locator(".dealt")).toHaveCount(4);
  await liesWithin(choice, page.locator(".board"));
  await liesWithin(result, page.locator(".board"));
  // The sheet has a column for each player.
  await page.keyboard.press("s");
  const sheet = page.getByRole("complementary", { name: "Score" });
  await liesWithin(sheet.locator("thead th").last(), sheet);
  await sheet.locator("tbody button").first().click();
  await liesWithin(sheet.locator(".items li span").last(), sheet);
  await hasNoBarrier(page);
  await page.keyboard.press("s");
  // There is room for the last trick and the rules.
  await page.setViewportSize(WIDE);
  const beside = page.getByRole("complementary", { name: "Last trick and rules" });
  await expect(beside.locator("figure")).toHaveCount(4);
  await expect(beside.getByText("house rules")).toBeVisible();
  const column = page.getByRole("complementary", { name: "Score and talk" });
  await liesWithin(column.locator("thead th").last(), column);
  await hasNoBarrier(page);
  await page.setViewportSize(PHONE);
  await expect(beside).toHaveCount(0);

  await endTheMatch(page);
  await page.getByRole("button", { name: "To the result" }).click();
  await page.getByRole("link", { name: "Review the match" }).click();
  await expect(page.getByText(/^Step 1 of/).first()).toBeVisible();
  // On a phone the cards and the buttons to go on are seen together.
  await liesWithin(page.locator(".stage .hand"), page.locator("html"));
  const screen = page.viewportSize()!.height;
  const [hand, keys] = [page.locator(".stage .hand"), page.locator(".going")];
  await expect(async () => {
    const [below, above] = [(await keys.boundingBox())!, (await hand.boundingBox())!];
    expect(below.y + 1).toBeGreaterThanOrEqual(above.y + above.height);
    expect(below.y).toBeLessThan(screen);
  }).toPass();
  await page.getByRole("button", { name: "Trick 2" }).click();
  await page.getByRole("button", { name: "One step back" }).click();
  await expect(page.locator(".stage .trick li")).toHaveCount(3);
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    for (const card of await page.locator(".stage .trick li").all()) {
      await liesWithin(card, page.locator(".stage .board"));
    }
  }
  await expect(page.getByText(/trumps? (is|are) in other hands/).first()).toBeVisible();
  await page.getByRole("button", { name: "Where was it lost?" }).click();
  const found = page.locator(".review li").first().or(page.getByText("would have done the same"));
  await expect(found.first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("progress")).toHaveCount(0, { timeout: 120_000 });
  await expect(async () => {
    await expect(page.locator(".time .turning")).toHaveCount(await page.locator(".review li").count(), { timeout: 1000 });
  }).toPass();
  await hasNoBarrier(page);

  // Who has no name yet, and another language, is told what is wrong with the address.
  const address = new URL(page.url());
  const stranger = await browser.newContext({ locale: "de-DE" });
  const other = await stranger.newPage();
  await other.goto(`${address.origin}/m/nosuchmatch`);
  await expect(other.getByRole("alert")).toContainText("keine beendete Partie");
  await stranger.close();
});

test("a card is played by the finger that pushes it onto the table", async ({ page, rigged }) => {
  await page.setViewportSize(PHONE);
  // Nobody has anything to say before the first card.
  await page.goto(await rigged("usual"));
  await page.getByRole("button", { name: "Play against bots" }).click();
  await page.getByRole("button", { name: "Healthy" }).click();
  const card = page.locator(".fan button[aria-label*=playable]").first();
  await card.waitFor({ timeout: 60_000 });
  await standsStill(page);
  const { x, y } = (await card.boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", up?: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: up === undefined ? [] : [{ x: x + 10, y: y + 40 - up }],
    });
  const push = async (far: number) => {
    await touch("touchStart", 0);
    for (let up = 5; up <= far; up += 5) await touch("touchMove", up);
    await touch("touchEnd");
  };
  await push(20);
  await expect(page.locator(".fan button")).toHaveCount(12);
  await push(100);
  await expect(page.locator(".fan button")).toHaveCount(11);
});
