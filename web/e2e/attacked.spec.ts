import type { Page } from "@playwright/test";
import { expect, playAgainstBots, test } from "./server";
import { moveByClicks, playUntil } from "./play";

const beside = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe("of a newer house", () => {
  test.use({ serviceWorkers: "block" });

  test("a page that lacks a part is loaded anew, once", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Play against bots" })).toBeEnabled();
    // The files of the page that is open have gone.
    let newer = false;
    await page.route(/assets\/Settings-/, (route) =>
      newer ? route.continue() : route.fulfill({ status: 404, body: "" }),
    );
    await page.route(/\/settings$/, (route) => {
      newer = true;
      return route.continue();
    });
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  });

  test("and says so where that does not help", async ({ page }) => {
    await page.goto("/");
    await page.route(/assets\/Settings-/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByText("A part of the page could not be loaded.").first()).toBeVisible();
  });
});

test("what is on its way says so, until it has arrived or the connection is lost", async ({ page }) => {
  const held: (() => void)[] = [];
  let holding = false;
  await page.routeWebSocket(/\/table$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (holding) held.push(() => server.send(text));
      else server.send(text);
    });
  });
  await playAgainstBots(page, "Doppelkopf");
  await playUntil(page, page.locator(".fan button[aria-label*=playable]"), moveByClicks);
  holding = true;
  const before = await page.locator(".fan button").count();
  const card = page.locator(".fan button[aria-label*=playable]").first();
  await card.click({ position: { x: 8, y: 30 } });
  await page.locator(".fan button[aria-pressed=true]").click({ position: { x: 8, y: 30 } });
  await expect(page.locator(".room header")).toContainText("Sending");
  holding = false;
  for (const send of held) send();
  await expect(page.locator(".fan button")).toHaveCount(before - 1);
  await expect(page.locator(".room header")).not.toContainText("Sending");
});

test("a network that swallows everything is noticed by who does nothing, too", async ({ page }) => {
  const held: (() => void)[] = [];
  let dead = false;
  await page.routeWebSocket(/\/table$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => (dead ? held.push(() => server.send(text)) : server.send(text)));
    server.onMessage((text) => (dead ? held.push(() => socket.send(text)) : socket.send(text)));
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play against bots" })).toBeEnabled();
  dead = true;
  const began = Date.now();
  await expect(page.getByText("No answer; the connection may be lost")).toBeVisible({ timeout: 30_000 });
  // On a machine with other work a little more than the ten seconds that tests/connection counts.
  expect(Date.now() - began).toBeLessThan(15_000);
  dead = false;
  for (const send of held) send();
  await expect(page.getByText("No answer; the connection may be lost")).toHaveCount(0);
});

test("a name without blanks and with markup leaves the lobby as it is", async ({ guest, page }) => {
  const name = `<b>${"W".repeat(50)}</b>`;
  await page.goto("/new/tiles");
  await page.getByLabel("Name of the table").fill(name);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\//);
  const other = await guest("Onno");
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto("/");
  await expect(other.getByText(name)).toBeVisible();
  expect(await beside(other)).toBeLessThanOrEqual(0);
});

test("an address that was cut short, and a game that is not played here, lead somewhere", async ({ page }) => {
  await page.goto("/t/%E0%A4%A");
  await expect(page.getByRole("alert")).toContainText("That invitation leads to no table");
  await page.goto("/ranking/chess");
  await expect(page.getByRole("heading", { name: "Strongest" })).toBeVisible();
});

test("without a network, a tap and a hint say so, and the hint comes with the network", async ({ context, page }) => {
  await playAgainstBots(page, "Doppelkopf");
  const dim = page.locator(".fan button.dim").first();
  await playUntil(page, dim, moveByClicks);
  await context.setOffline(true);
  await expect(page.getByText("The connection is lost; trying again")).toBeVisible();
  await dim.click({ position: { x: 8, y: 30 } });
  const lost = "The connection is lost at the moment.";
  await expect(page.locator(".notice", { hasText: lost })).toBeVisible();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("complementary")).toContainText(lost);
  await context.setOffline(false);
  await expect(page.getByRole("complementary")).not.toContainText(lost, { timeout: 30_000 });
});

/** What can be tapped and is smaller than a finger; cards of a fan overlap on purpose. */
const tooSmall = (page: Page) =>
  page.locator("button, a.button, select, summary, nav a, input:not([type=checkbox], [type=radio], [type=range])").evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && !one.closest(".fan, .unseen, .rack"))
      .map((one) => ({ box: one.getBoundingClientRect(), what: one.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ box, what }) => `${Math.round(box.width)}×${Math.round(box.height)} ${what}`),
  );

test("what can be tapped is as large as a finger", async ({ page }) => {
  for (const path of ["/", "/new/doppelkopf", "/settings", "/account", "/ranking"]) {
    await page.goto(path);
    await expect(page.locator("button:not([disabled]), select, nav a.button").first()).toBeVisible();
    expect.soft(await tooSmall(page), path).toEqual([]);
  }
  await playAgainstBots(page, "Doppelkopf");
  await expect(page.locator(".fan button")).toHaveCount(12);
  for (const sheet of ["Talk", "Score", "Hint", "More"]) {
    await page.getByRole("button", { name: sheet }).click();
    expect.soft(await tooSmall(page), sheet).toEqual([]);
  }
});

test("every key that the help names opens what it should", async ({ page }) => {
  await playAgainstBots(page, "Doppelkopf");
  await expect(page.locator(".fan button")).toHaveCount(12);
  const sheet = page.getByRole("complementary");
  for (const [key, name] of [["s", "Score"], ["c", "Talk"], ["h", "Hint"], ["?", "More"]] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-expanded", "true");
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  }
});
