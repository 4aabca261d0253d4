/** Plays a seat in the page as a person would: by what is on the screen. */

import type { Locator, Page } from "@playwright/test";

/** What can be done now, the first that is there. */
async function firstOf(...places: Locator[]): Promise<Locator | null> {
  for (const place of places) {
    const one = place.first();
    if ((await one.count()) > 0 && (await one.isVisible()) && (await one.isEnabled())) return one;
  }
  return null;
}

/** One move by clicks. False: there is nothing to do at the moment. */
export async function moveByClicks(page: Page): Promise<boolean> {
  const answer = await firstOf(
    page.locator("section.choice .options button.main"),
    page.locator("section.choice .options button"),
    page.locator("section.announce button.main"),
    page.locator("section.talon .row button.main"),
    page.locator("section.three button.main"),
  );
  if (answer) {
    await answer.click({ timeout: 2000 });
    return true;
  }
  const pile = await firstOf(page.locator("section.talon .piles button[aria-pressed=false]"));
  if (pile && (await page.locator("section.talon .row").count()) === 0) {
    await pile.click({ timeout: 2000 });
    return true;
  }
  const choosing = (await page.locator("section.talon .row, section.three").count()) > 0;
  const card = await firstOf(
    page.locator(`.fan button[aria-label*=playable]${choosing ? "[aria-pressed=false]" : ""}`),
  );
  if (card) {
    await card.click({ timeout: 2000, position: { x: 8, y: 30 } });
    // Where several are chosen, one tap is all; else the second one plays it.
    if (!choosing) await card.click({ timeout: 2000, position: { x: 8, y: 30 } });
    return true;
  }
  return false;
}

/** How often the page has changed since it was first asked. */
function changes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counted = window as unknown as { changes?: number };
    if (counted.changes === undefined) {
      counted.changes = 0;
      const everything = { attributes: true, characterData: true, childList: true, subtree: true };
      new MutationObserver(() => counted.changes!++).observe(document, everything);
    }
    return counted.changes;
  });
}

/** Wait until the page is another than it was then: also after a reload, which begins to count anew. */
async function changed(page: Page, since: number): Promise<void> {
  await page.waitForFunction((before) => (window as unknown as { changes?: number }).changes !== before, since, {
    timeout: 60_000,
  });
}

/**
 * Go on until `done` is on the screen. A button may go away under the finger: that is not a fault. When there
 * is nothing to do, the page has to change before it is looked at again.
 */
export async function playUntil(
  page: Page,
  done: Locator,
  move: (page: Page) => Promise<boolean>,
  most = 600,
): Promise<void> {
  for (let turn = 0; turn < most; turn++) {
    const before = await changes(page);
    if ((await done.count()) > 0 && (await done.first().isVisible())) return;
    const moved = await move(page).catch(() => true);
    if (!moved) await changed(page, before);
  }
  throw new Error("It did not come to an end.");
}

/** A turn of tiles by clicks: draw from the middle, put the last tile of the rack. */
export async function moveTiles(page: Page): Promise<boolean> {
  const win = page.getByRole("button", { name: "Win now" });
  if (await win.count()) {
    await win.click({ timeout: 2000 });
    return true;
  }
  const stack = page.getByRole("button", { name: /^Stack: \d+$/ });
  if ((await stack.count()) && (await stack.isEnabled())) {
    await stack.click({ timeout: 2000 });
    return true;
  }
  const put = page.getByRole("button", { name: /^Put( it anyway)?$/ });
  if ((await put.count()) === 0) return false;
  if (!(await put.isEnabled())) {
    const tiles = page.locator(".rack button:not([aria-label*=empty])");
    await tiles.last().click({ timeout: 2000 });
  }
  await put.click({ timeout: 2000 });
  return true;
}

const parts = (name: string) => name.toLowerCase().match(/(\w+) of (\w+)/)?.slice(1) ?? [];

/** A turn of Mao by clicks: admit what one is accused of, else play what fits the pile, or draw. */
export async function moveMao(page: Page): Promise<boolean> {
  const admit = page.getByRole("button", { name: "I admit it" });
  if (await admit.count()) {
    await admit.click({ timeout: 2000 });
    return true;
  }
  if ((await page.locator(".own.mine").count()) === 0) return false;
  const draw = page.getByRole("button", { name: "Draw a card" });
  if ((await draw.count()) === 0 || !(await draw.isEnabled())) return false;
  const top = parts((await page.locator(".pile .unseen").textContent({ timeout: 2000 })) ?? "");
  const hand = await page
    .locator(".fan button")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label") ?? ""));
  const fits = hand.findIndex((card) => parts(card).some((part) => top.includes(part)));
  if (fits < 0) await draw.click({ timeout: 2000 });
  else {
    const card = page.locator(".fan button").nth(fits);
    await card.click({ timeout: 2000, position: { x: 8, y: 30 } });
    await card.click({ timeout: 2000, position: { x: 8, y: 30 } });
  }
  return true;
}
