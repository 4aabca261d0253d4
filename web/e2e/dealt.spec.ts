/** What only some deals lead to: these houses deal what the test is about. */

import type { Locator, Page } from "@playwright/test";
import { expect, hasNoBarrier, openTable, test } from "./server";
import { moveByClicks, playUntil } from "./play";

test.describe.configure({ timeout: 240_000 });
// Each test has a server of its own; the one that deals by chance is not needed.
test.use({ baseURL: "http://127.0.0.1" });

const WITH_BOTS = { "Bots take empty seats": "at once", "Strength of the bots": "easy" };
const cards = (page: Page) => page.locator(".fan button");
const answer = (page: Page, name: string | RegExp) =>
  page.locator("section.choice").getByRole("button", { name });

async function play(card: Locator): Promise<void> {
  await card.click({ position: { x: 8, y: 30 } });
  await card.click({ position: { x: 8, y: 30 } });
}

/** Answer whatever is asked with one of these, until `done` is there. */
async function answerUntil(page: Page, done: Locator, ...answers: string[]): Promise<void> {
  await playUntil(page, done, async () => {
    for (const name of answers) {
      const button = page.locator("section.choice").getByRole("button", { name, exact: true });
      if (await button.count()) {
        await button.click({ timeout: 2000 });
        return true;
      }
    }
    return false;
  });
}

async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await expect(cards(page)).toHaveCount(12);
}

test("a poverty is given away, with all trumps, and three cards come back", async ({ page, rigged }) => {
  await openTable(page, `${await rigged("seller")}new/doppelkopf`, {
    ...WITH_BOTS,
    Poverty: "goes round, the last must",
  });
  await start(page);
  const panel = page.locator("section.three");
  await answerUntil(page, panel, "Reservation …", "No solo", "Yes, a poverty");
  // The two trumps must go; the third card is free.
  await expect(panel.getByText("2 of 3 marked")).toBeVisible();
  await hasNoBarrier(page);
  const before = await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  await cards(page).last().click({ position: { x: 8, y: 30 } });
  await panel.getByRole("button", { name: "Give these three" }).click();
  // Somebody takes them, gives three back, and the first trick begins.
  await expect(page.getByText(/^Trick 1 of/)).toBeVisible();
  await expect(page.locator(".head")).toContainText("Poverty");
  await expect(cards(page)).toHaveCount(12);
  const after = await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(after).not.toEqual(before);
  await playUntil(page, page.locator("section.result"), moveByClicks);
});

test("a poverty is taken, and three cards are given back for it", async ({ page, rigged }) => {
  await openTable(page, `${await rigged("buyer")}new/doppelkopf`, {
    ...WITH_BOTS,
    Poverty: "goes round",
  });
  await start(page);
  const offer = page.locator("section.choice", { hasText: "offers a poverty" });
  await answerUntil(page, offer, "Healthy");
  await expect(offer.locator(".card-box")).toHaveCount(3);
  await hasNoBarrier(page);
  await answer(page, "Yes, I take it").click();
  const panel = page.locator("section.three");
  await expect(panel.getByText("You were given:")).toBeVisible();
  await expect(cards(page)).toHaveCount(15);
  await hasNoBarrier(page);
  for (let marked = 0; marked < 3; marked++) {
    await cards(page).nth(14 - marked).click({ position: { x: 8, y: 30 } });
  }
  await panel.getByRole("button", { name: "Give these three" }).click();
  const trumps = page.locator("section.choice", { hasText: "How many trumps" });
  const first = page.getByText(/^Trick 1 of/);
  await expect(trumps.or(first).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(12);
});

test("at a lenient table a wrong card can be played, and is complained of", async ({ guest, page, rigged }) => {
  const address = await rigged("usual");
  await openTable(page, `${address}new/doppelkopf`, { Rules: "lenient", "Strength of the bots": "easy" });
  const berta = await guest("Berta");
  await berta.goto(page.url());
  await expect(page.getByText("Berta", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Fill with bots" }).click();
  await berta.getByRole("button", { name: "Ready", exact: true }).click();
  await start(page);
  await answer(page, "Healthy").click();
  await answer(berta, "Healthy").click();
  const trump = cards(page).and(page.locator("[aria-label*=', trump']"));
  await expect(page.getByText(/^Trick 1 of/)).toBeVisible();
  await play(trump.last());
  await expect(cards(page)).toHaveCount(11);
  // Berta sits behind, has trumps, and plays none: nobody stops her.
  const plain = cards(berta).and(berta.locator(":not([aria-label*=', trump'])"));
  await expect(berta.locator(".own.mine")).toBeVisible();
  await play(plain.last());
  await expect(cards(berta)).toHaveCount(11);
  await page.getByRole("button", { name: "Complain" }).click();
  const dialog = page.getByRole("region", { name: "Complain" });
  await hasNoBarrier(page);
  await dialog.getByRole("button", { name: "Berta" }).click();
  // On a phone it lies between the seats and the hand, and nothing of it is cut off.
  await page.setViewportSize({ width: 360, height: 740 });
  const seats = await page.locator(".board > .seat").evaluateAll((all) =>
    all.map((seat) => seat.getBoundingClientRect().bottom),
  );
  const [top, cut] = await dialog.evaluate((node) => [
    node.getBoundingClientRect().top,
    node.scrollHeight - node.clientHeight,
  ]);
  expect(top).toBeGreaterThanOrEqual(Math.max(...seats));
  expect(cut).toBeLessThanOrEqual(1);
  await dialog.getByRole("button", { name: /wrong card/i }).click();
  await expect(page.locator("section.choice")).toContainText("Which move of Berta was wrong?");
  await expect(berta.getByText("Nothing can be played until it is settled.").first()).toBeVisible();
  await page.locator("section.choice .options button").first().click();
  await expect(page.getByText(/Berta is guilty/).first()).toBeVisible();
  await expect(berta.getByText(/Berta is guilty/).first()).toBeVisible();
});

test("a declarer of Tarock calls a king, takes from the talon, lays down, and announces", async ({
  page,
  rigged,
}) => {
  await openTable(page, `${await rigged("declarer")}new/tarock`, WITH_BOTS);
  await start(page);
  await playUntil(page, page.getByText("Which king do you call?"), async () => {
    await answer(page, /^(One|Two|Three)\b/).first().click({ timeout: 2000 });
    await answer(page, /^I play: /).click({ timeout: 2000 });
    return true;
  });
  await hasNoBarrier(page);
  // The first tap can be taken back; the second one calls, by key as well.
  const kings = answer(page, /^king of/);
  await kings.nth(1).click();
  await kings.first().press("Enter");
  await expect(kings.first()).toHaveAttribute("aria-pressed", "true");
  await expect(answer(page, /^I call: King of/)).toBeVisible();
  await hasNoBarrier(page);
  await kings.first().press("Enter");
  const talon = page.getByRole("region", { name: "The talon" });
  await expect(talon.getByText("Which pile do you take?")).toBeVisible();
  await hasNoBarrier(page);
  await talon.locator(".piles button:enabled").first().click();
  const lay = talon.getByRole("button", { name: "Lay down" });
  await expect(lay).toBeDisabled();
  // What is half chosen is still so after a reload.
  const loose = page.locator(".fan button[aria-label*=playable]").first();
  await loose.click({ position: { x: 8, y: 30 } });
  await expect(talon.getByText(/^1 of/)).toBeVisible();
  const marked = await page.locator(".fan button[aria-pressed=true]").getAttribute("aria-label");
  await page.reload();
  await expect(talon.getByText(/^1 of/)).toBeVisible();
  await expect(page.locator(".fan button[aria-pressed=true]")).toHaveAttribute("aria-label", marked!);
  // Not any move: that would soon answer what is asked next, too.
  await playUntil(page, page.locator("section.announce"), async () => {
    if ((await lay.count()) === 0) return false;
    const more = page.locator(".fan button[aria-label*=playable][aria-pressed=false]").first();
    if (await lay.isEnabled({ timeout: 2000 })) await lay.click({ timeout: 2000 });
    else await more.click({ timeout: 2000, position: { x: 8, y: 30 } });
    return true;
  });
  await hasNoBarrier(page);
  await page.locator("section.announce").getByRole("button", { name: "Trula" }).click();
  await page.locator("section.announce").getByRole("button", { name: /^Say: Trula/ }).click();
  await expect(page.getByText(/^Trick 1 of 12/)).toBeVisible();
  await expect(page.locator(".own")).toContainText("declarer");
});

test("a wedding is announced, says how a partner is found, and then who it is", async ({ page, rigged }) => {
  await openTable(page, `${await rigged("married")}new/doppelkopf`, WITH_BOTS);
  await start(page);
  const wedding = page.locator("section.choice", { hasText: "Do you have a wedding" });
  await answerUntil(page, wedding, "Reservation …", "No solo");
  await expect(wedding).toContainText("plays with you");
  await hasNoBarrier(page);
  await answerUntil(page, page.getByText(/^Trick 1 of/), "Yes, a wedding", "Any trick");
  await expect(page.locator(".head")).toContainText(/Wedding of .*Partner wanted: Any trick/);
  await hasNoBarrier(page);
  await playUntil(page, page.getByText(/^Trick 4 of/), moveByClicks);
  await expect(page.locator(".head")).not.toContainText("Partner wanted");
  await expect(page.locator(".board > .seat", { hasText: /\b(Re|Kontra)\b/ })).toHaveCount(3);
});

test("a declarer of Tarock is doubled by kontra", async ({ page, rigged }) => {
  await openTable(page, `${await rigged("defender")}new/tarock`, WITH_BOTS);
  await start(page);
  const announce = page.locator("section.announce");
  await answerUntil(page, announce, "Pass");
  await announce.getByRole("button", { name: "Kontra to the game" }).click();
  await hasNoBarrier(page);
  await announce.getByRole("button", { name: "Say: Kontra to the game" }).click();
  await expect(page.locator(".head")).toContainText("Kontra to the game");
  await expect(page.locator(".own")).toContainText("Kontra to the game");
  await expect(page.getByText(/^Trick 1 of 12/)).toBeVisible();
});
