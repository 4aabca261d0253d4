import type { Page } from "@playwright/test";
import { expect, hasNoBarrier, openTable, standsStill, test } from "./server";
import { moveMao, playUntil } from "./play";

test.describe.configure({ timeout: 180_000 });

const FREE = {
  Rules: "free",
  "Bots take empty seats": "at once",
  Rounds: "2",
};

async function throwAll(page: Page): Promise<void> {
  await playUntil(page, page.getByRole("timer"), async () => {
    const admit = page.getByRole("button", { name: "I admit it" });
    if (await admit.count()) await admit.click({ timeout: 1000 });
    const card = page.locator(".fan button").first();
    await card.click({ timeout: 1000, position: { x: 8, y: 30 } });
    await card.click({ timeout: 1000, position: { x: 8, y: 30 } });
    return true;
  });
}

async function inSight(page: Page): Promise<void> {
  await expect(page.locator(".fan button").last()).toBeInViewport({ ratio: 0.95 });
  await expect(page.getByRole("textbox", { name: "Say it aloud" })).toBeInViewport({ ratio: 1 });
}

test("with eight at the table hand and talk line stay in sight on a phone", async ({ page }) => {
  await openTable(page, "/new/mao", { Rules: "school", "Bots take empty seats": "at once", Seats: "8" });
  await expect(page.locator(".fan button")).toHaveCount(7);
  await expect(page.getByRole("button", { name: /^Accuse / })).toHaveCount(7);
  await inSight(page);
  await hasNoBarrier(page);
});

test("of many cards each shows its index, on a phone in two rows", async ({ guest, page }) => {
  await openTable(page, "/new/mao", { Rules: "free", Seats: "2" });
  const other = await guest("Wanda");
  await other.goto(page.url());
  const hand = page.locator(".fan button");
  await expect(hand).toHaveCount(7);
  await playUntil(page, hand.nth(21), async () => {
    await page.getByRole("button", { name: "Draw a card" }).click({ timeout: 1000 });
    return true;
  });
  // The last one may still be on its way.
  await expect(async () => {
    const rows = await page.locator(".fan").evaluateAll((fans) =>
      fans.map((fan) => [...fan.querySelectorAll("button")].map((card) => card.offsetParent!.getBoundingClientRect().left)),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row[0]).toBeGreaterThanOrEqual(0);
      for (const [at, left] of row.slice(1).entries()) expect(left - row[at]!).toBeGreaterThanOrEqual(23);
    }
  }).toPass({ timeout: 5000 });
  await inSight(page);
  await hasNoBarrier(page);
});

test("who is accused sees pile, hand and reason together, and can answer", async ({ page }) => {
  await openTable(page, "/new/mao", { Rules: "chaired", "Bots take empty seats": "at once" });
  const hand = page.locator(".fan button");
  await playUntil(page, page.getByRole("button", { name: "I admit it" }), async () => {
    await hand.first().click({ timeout: 1000, position: { x: 8, y: 30 } });
    await hand.first().click({ timeout: 1000, position: { x: 8, y: 30 } });
    return true;
  });
  await expect(page.getByRole("button", { name: "I admit it" })).toBeInViewport({ ratio: 1 });
  await expect(hand.first()).toBeInViewport({ ratio: 0.95 });
  await expect(page.locator(".pile")).toBeInViewport();
  await page.getByRole("button", { name: "I admit it" }).click();
  await page.locator(".log summary").click();
  // Why there was a penalty can be read later, too.
  await expect(page.getByRole("listitem").filter({ hasText: /takes a penalty card: “.+”/ }).first()).toBeVisible();
});

test("the last-chance clock goes round the pile, in sight on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTable(page, "/new/mao", { Rules: "free", "Bots take empty seats": "at once" });
  await expect(page.locator(".fan button")).toHaveCount(7);
  await page.locator(".pile").click();
  await expect(page.getByRole("list", { name: /^The pile/ })).toBeInViewport({ ratio: 0.95 });
  await page.locator(".pile").click();
  await throwAll(page);
  await expect(page.locator(".ring").getByRole("timer")).toBeInViewport({ ratio: 1 });
  await standsStill(page);
  const ring = (await page.locator(".ring svg").boundingBox())!;
  for (const card of await page.locator(".pile .lying").all()) {
    const box = (await card.boundingBox())!;
    expect(box.x).toBeGreaterThan(ring.x);
    expect(box.x + box.width).toBeLessThan(ring.x + ring.width);
    expect(box.y).toBeGreaterThan(ring.y);
    expect(box.y + box.height).toBeLessThan(ring.y + ring.height);
  }
});

test("a card that is seen again, because the top one was taken, does not fall anew", async ({ guest, page }) => {
  await openTable(page, "/new/mao", { Rules: "free", Seats: "2" });
  const other = await guest("Ulla");
  await other.goto(page.url());
  const hand = page.locator(".fan button");
  for (let left = 7; left > 1; left--) {
    await expect(hand).toHaveCount(left);
    await hand.first().click({ position: { x: 8, y: 30 } });
    await hand.first().click({ position: { x: 8, y: 30 } });
  }
  await expect(hand).toHaveCount(1);
  await standsStill(page);
  await page.evaluate(() => {
    const fallen: string[] = [];
    Object.assign(window, { fallen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      if (this.matches(".lying")) fallen.push(this.className);
      return animate.apply(this, how);
    };
  });
  await page.getByRole("button", { name: "Take the top card" }).click();
  await expect(hand).toHaveCount(2);
  expect(await page.evaluate(() => (window as unknown as { fallen: string[] }).fallen)).toEqual([]);
});

test("the pile shows all its cards, and the log is there again after a reload", async ({ page }) => {
  await openTable(page, "/new/mao", { ...FREE, Seats: "2" });
  await expect(page.locator(".fan button")).toHaveCount(7);
  await page.getByRole("textbox", { name: "Say it aloud" }).fill("good evening all");
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await expect(page.locator(".bubble", { hasText: "good evening all" })).toBeVisible();
  const card = page.locator(".fan button").first();
  await card.click({ position: { x: 8, y: 30 } });
  await card.click({ position: { x: 8, y: 30 } });
  await expect(page.locator(".fan button")).toHaveCount(6);
  await page.reload();
  await page.locator(".log summary").click();
  await expect(page.getByRole("listitem").filter({ hasText: "good evening all" })).toBeVisible();
  await expect(page.locator(".bubble")).toHaveCount(0);
  await page.locator(".log summary").click();
  await page.locator(".pile").click();
  const history = page.getByRole("list", { name: /^The pile/ });
  await expect(history.getByRole("listitem").nth(1)).toBeVisible();
  await hasNoBarrier(page);
});

test("neither a line nor a rule is lost by a reload or without a network", async ({ context, page }) => {
  await openTable(page, "/new/mao", { ...FREE, Seats: "2" });
  await expect(page.locator(".fan button")).toHaveCount(7);
  const line = page.getByRole("textbox", { name: "Say it aloud" });
  await line.fill("half a thought");
  await page.reload();
  await expect(line).toHaveValue("half a thought");
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("The connection is lost")).toBeVisible({ timeout: 45_000 });
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await expect(line).toHaveValue("half a thought");
  await context.setOffline(false);
  await expect(page.getByText("The connection is lost")).toHaveCount(0, { timeout: 45_000 });
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await expect(line).toHaveValue("");
  await page.locator(".log summary").click();
  await expect(page.getByRole("listitem").filter({ hasText: "half a thought" })).toHaveCount(1);
  await page.locator(".log summary").click();

  await throwAll(page);
  const rule = page.getByRole("textbox", { name: "Your rule" });
  await rule.fill("no talking on fridays", { timeout: 40_000 });
  await page.reload();
  await expect(rule).toHaveValue("no talking on fridays");
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("The connection is lost")).toBeVisible({ timeout: 45_000 });
  await page.getByRole("button", { name: "Write it down" }).click();
  await expect(rule).toHaveValue("no talking on fridays");
  await context.setOffline(false);
  await expect(page.getByText("The connection is lost")).toHaveCount(0, { timeout: 45_000 });
  await page.getByRole("button", { name: "Write it down" }).click();
  await expect(page.getByText("Round 2 of 2")).toBeVisible();
});

test("in a school the words that are wanted are offered first", async ({ page }) => {
  await openTable(page, "/new/mao", {
    ...{ Rules: "school", "Bots take empty seats": "at once", "Strength of the bots": "medium" },
    // A round may be over before any words are wanted of one.
    ...{ Seats: "2", Rounds: "10" },
  });
  await expect(page.locator(".fan button")).toHaveCount(7);
  await page.getByText("Rules", { exact: true }).click();
  await expect(page.getByText("Whoever plays a spade names the card.")).toBeVisible();
  await page.getByText("Rules", { exact: true }).click();
  // Words are due for a few seconds only; on a slow machine one may come too late, and try again.
  const wanted = page.locator(".phrases button:first-child.due");
  await playUntil(page, page.locator(".own .bubble"), async () => {
    if ((await wanted.count()) === 0) return moveMao(page);
    await wanted.click({ timeout: 2000 });
    return true;
  }, 2000);
});
