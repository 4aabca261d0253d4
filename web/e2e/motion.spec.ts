/** What moves, and what does not. The page names its animations by what they are (cards/motion.ts). */

import type { Page } from "@playwright/test";
import { expect, openTable, playAgainstBots, test } from "./server";
import { moveTiles, playUntil } from "./play";

interface Dealt {
  cards: number;
  /** How many of them are there. */
  pictures: number;
  /** For how many frames they were on the screen. */
  frames: number;
}

interface Watched {
  /** The names of all that has moved. */
  moved: string[];
  /** How the page was when the first card of a deal began to move; null before. */
  dealt: Dealt | null;
}

/** Before the page: notes what it animates. */
function watch(): void {
  const seen: Watched = Object.assign(window, { watched: { moved: [], dealt: null } as Watched }).watched;
  let frames = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    if (animation.id) seen.moved.push(animation.id);
    return animation;
  };
  const { play } = Animation.prototype;
  Animation.prototype.play = function () {
    const pictures = [...document.querySelectorAll<SVGImageElement>(".fan image")].filter(({ href }) =>
      performance.getEntriesByName(new URL(href.baseVal, location.href).href).length,
    );
    if (this.id === "deal") {
      seen.dealt ??= {
        cards: document.querySelectorAll(".fan .place").length,
        pictures: pictures.length,
        frames,
      };
    }
    play.call(this);
  };
  const count = () => {
    if (document.querySelector(".fan .place")) frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

const watched = (page: Page) =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched);
const onTheWay = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ id }) => id === "deal").length);
const fan = (page: Page) => page.locator(".fan .place");

test.beforeEach(({ page }) => page.addInitScript(watch));

test("cards are dealt when all of them are drawn", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Doppelkopf", exact: true }).click();
  // The pack comes before anybody asks for a table.
  const faces = () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".svg")).length;
  await expect.poll(() => page.evaluate(faces)).toBeGreaterThanOrEqual(24);
  await page.getByRole("button", { name: "Play against bots" }).click();
  await expect.poll(async () => (await watched(page)).dealt).not.toBeNull();
  const { dealt, moved } = await watched(page);
  expect(dealt).toMatchObject({ cards: 12, pictures: 12 });
  expect(dealt!.frames).toBeGreaterThanOrEqual(2);
  expect(moved.filter((name) => name === "deal")).toHaveLength(12);
});

test("a tap ends the deal, and the hand is there", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  // A deal that would last for minutes.
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
  await playAgainstBots(page, "Doppelkopf");
  await expect.poll(async () => (await watched(page)).dealt).not.toBeNull();
  expect(await onTheWay(page)).toBe(12);
  await page.getByRole("banner").click();
  expect(await onTheWay(page)).toBe(0);
  for (const card of await fan(page).all()) await expect(card).toHaveCSS("opacity", "1");
});

test("where less motion is wished nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await playAgainstBots(page, "Doppelkopf");
  await expect(fan(page)).toHaveCount(12);
  expect((await watched(page)).moved).toEqual([]);
  await openTable(page, "/new/tiles", { "Bots take empty seats": "at once" });
  await page.getByRole("button", { name: "Ready", exact: true }).click();
  await playUntil(page, page.getByRole("button", { name: /^Put/ }), moveTiles);
  await playUntil(page, page.getByRole("button", { name: /^Stack: \d+$/ }).and(page.locator(":enabled")), moveTiles);
  expect((await watched(page)).moved).toEqual([]);
});

test("who comes back sees the hand at once, and nothing of it comes again", async ({ page }) => {
  await playAgainstBots(page, "Mao");
  await expect.poll(async () => (await watched(page)).dealt).not.toBeNull();
  await page.reload();
  await expect(fan(page)).not.toHaveCount(0);
  expect((await watched(page)).moved.filter((name) => name === "deal" || name === "take")).toEqual([]);
});

test("tiles are dealt, sorted, drawn and put before one's eyes", async ({ page }) => {
  await playAgainstBots(page, "Tiles");
  const names = async () => [...new Set((await watched(page)).moved)];
  await expect.poll(names).toContain("deal");
  await page.getByRole("button", { name: "Sort by sets" }).click();
  await page.getByRole("button", { name: "Sort by runs" }).click();
  await expect.poll(names).toContain("sort");
  const played = async () => {
    await moveTiles(page).catch(() => false);
    return names();
  };
  await expect.poll(played, { timeout: 60_000 }).toEqual(expect.arrayContaining(["draw", "put"]));
});
