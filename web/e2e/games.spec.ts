import { expect, hasNoBarrier, openTable, playAgainstBots, test } from "./server";
import { moveByClicks, moveMao, moveTiles, playUntil } from "./play";
import { reviewTheDeal } from "./review";

test.describe.configure({ timeout: 180_000 });

test("a round of Doppelkopf by clicks, to its result with every item, and its review", async ({ page }) => {
  await playAgainstBots(page, "Doppelkopf");
  const result = page.locator("section.result");
  await playUntil(page, page.locator(".fan button[aria-label*=playable]"), moveByClicks);
  await hasNoBarrier(page);
  await playUntil(page, result, moveByClicks);
  await expect(result.locator(".seats li")).toHaveCount(4);
  await expect(result.locator(".items li")).not.toHaveCount(0);
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "Score", exact: true }).click();
  await expect(page.getByRole("complementary")).toContainText("1");
  await page.keyboard.press("Escape");
  await reviewTheDeal(page);
});

test("a deal of Tarock by clicks, from the auction to its result and its review", async ({ page }) => {
  await playAgainstBots(page, "Tarock");
  await expect(page.locator(".fan button")).toHaveCount(12);
  await hasNoBarrier(page);
  const result = page.locator("section.result");
  await playUntil(page, result, moveByClicks);
  await expect(result.locator(".seats li")).toHaveCount(4);
  await hasNoBarrier(page);
  await reviewTheDeal(page);
});

test("a match of tiles by clicks, to its end", async ({ page }) => {
  await playAgainstBots(page, "Tiles");
  await expect(page.locator(".rack button")).toHaveCount(24);
  await hasNoBarrier(page);
  await playUntil(page, page.getByRole("button", { name: "To the result" }), moveTiles, 1500);
});

test("Mao by clicks: cards drawn and played, an accusation admitted, words that are heard", async ({
  page,
}) => {
  await playAgainstBots(page, "Mao");
  const hand = page.locator(".fan button");
  await expect(hand).toHaveCount(7);
  await hasNoBarrier(page);
  // Out of turn, or not: whoever plays the first card of the hand again and again is accused soon.
  await playUntil(page, page.getByRole("button", { name: "I admit it" }), async () => {
    await hand.first().click({ timeout: 1000, position: { x: 8, y: 30 } });
    await hand.first().click({ timeout: 1000, position: { x: 8, y: 30 } });
    return true;
  });
  await hasNoBarrier(page);
  await page.getByRole("button", { name: "I admit it" }).click();
  await page.getByRole("textbox", { name: "Say it aloud" }).fill("sorry about that");
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await expect(page.locator(".bubble", { hasText: "sorry about that" })).toBeVisible();
  await page.locator(".log summary").click();
  await playUntil(page, page.getByRole("listitem").filter({ hasText: /draws/ }), moveMao, 400);
});

test("a round of Mao by clicks, from the deal to the finale", async ({ page }) => {
  await openTable(page, "/new/mao", {
    Rules: "school",
    "Strength of the bots": "medium",
    "Bots take empty seats": "at once",
    Rounds: "1",
  });
  await expect(page.locator(".fan button")).toHaveCount(7);
  const finale = page.getByRole("region", { name: "The match is over" });
  await playUntil(page, finale, moveMao, 4000);
  await expect(finale.locator(".points li")).toHaveCount(4);
  await expect(finale.locator(".points")).toContainText("1 round won");
  await hasNoBarrier(page);
});

test("with German words and our own faces nothing is a barrier at any table", async ({ page }) => {
  await page.addInitScript(() => {
    const wishes = { name: "Gretl", language: "de", deck: "german", largeIndex: true };
    localStorage.setItem("stammtisch.settings", JSON.stringify(wishes));
  });
  for (const [game, first] of [
    ["Doppelkopf", ".fan button"],
    ["Tarock", ".fan button"],
    ["Steine", ".rack button"],
    ["Mao", ".fan button"],
  ] as const) {
    await page.goto("/");
    await page.getByRole("button", { name: game, exact: true }).click();
    await page.getByRole("button", { name: "Gegen Bots spielen" }).click();
    await expect(page.locator(first)).not.toHaveCount(0);
    await hasNoBarrier(page);
  }
});

test("four people at one table see each other's cards", async ({ guest, page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Doppelkopf", exact: true }).click();
  await page.getByRole("button", { name: "Play with friends" }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
  const pages = [page];
  for (const name of ["Berta", "Carl", "Dora"]) {
    const other = await guest(name);
    await other.goto(page.url());
    pages.push(other);
  }
  for (const each of pages) {
    await each.getByRole("button", { name: "Ready", exact: true }).click();
  }
  for (const each of pages) await expect(each.locator(".fan button")).toHaveCount(12);
  // Until the first trick was taken, everybody moves when it is their turn.
  const pile = page.getByText(/^(Trick 2 of|Last trick)/);
  await expect(async () => {
    for (const each of pages) await moveByClicks(each).catch(() => false);
    expect(await page.locator(".fan button").count()).toBeLessThan(12);
    expect(await pile.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [100] });
  for (const each of pages) {
    await each.keyboard.press("l");
    await expect(each.getByRole("dialog", { name: "Last trick" }).locator("figure")).toHaveCount(4);
  }
});

test("a client that knows only the Mao protocol shares a table with the page", async ({ guest, page }) => {
  // Its own page is only where its WebSocket lives.
  const raw = await guest("raw");
  await raw.goto("/healthz");
  await raw.evaluate(async () => {
    const heard: { name: string; data?: unknown }[] = [];
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/mao?tableID=3`);
    socket.onmessage = (message) => heard.push(JSON.parse(String(message.data)));
    Object.assign(window, { heard, socket });
    await new Promise((opened) => (socket.onopen = opened));
  });
  await page.goto("/");
  // Bots of a table that is over give way, too: here is one with an empty seat.
  await page.locator("li:has(.empty) > .ways").getByRole("link", { name: "Sit down" }).click();
  await expect(page.locator(".fan button")).toHaveCount(7);
  const told = (name: string) =>
    raw.evaluate((wanted) => {
      const { heard } = window as unknown as { heard: { name: string }[] };
      return heard.filter((event) => event.name === wanted).length;
    }, name);
  const card = page.locator(".fan button").first();
  await card.click({ position: { x: 8, y: 30 } });
  await card.click({ position: { x: 8, y: 30 } });
  await expect(page.locator(".fan button")).toHaveCount(6);
  await expect.poll(() => told("cardMoved")).toBe(1);
  await raw.evaluate(() => {
    const { socket } = window as unknown as { socket: WebSocket };
    socket.send(JSON.stringify({ type: "action", name: "talk", args: "good evening" }));
  });
  await expect(page.getByText("good evening").first()).toBeVisible();
});
