// Pictures of the main screens, for documentation and for looking at them oneself:
// node scripts/pictures.mjs FOLDER [desktop|phone] (the page must be built).

import { chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { withHouse } from "../bench/house.mjs";

const [folder = "pictures", only] = process.argv.slice(2);
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
const GAMES = { doppelkopf: "Doppelkopf", tarock: "Tarock", tiles: "Tiles", mao: "Mao" };

async function somebody(browser, size) {
  const context = await browser.newContext({ viewport: size, colorScheme: "dark", serviceWorkers: "block" });
  const wishes = { language: "en", name: "Ada", sound: false, oneTap: true };
  await context.addInitScript((kept) => {
    localStorage.setItem("stammtisch.settings", JSON.stringify(kept));
  }, { ...wishes, tipsSeen: ["doppelkopf.hand", "doppelkopf.calls", "doppelkopf.last", "tarock.hand", "tarock.bid", "tarock.last"] });
  return context.newPage();
}

/** One click of what a person would do next; false if there is nothing to do. */
async function move(page) {
  const target = await page.evaluate(() => {
    const found =
      document.querySelector("section.choice .options button.main:enabled, section.announce button.main:enabled") ??
      document.querySelector("section.choice .options button:enabled") ??
      document.querySelector("section.talon .row button.main:enabled") ??
      document.querySelector("section.talon .piles button[aria-pressed=false]:enabled") ??
      document.querySelector(".fan button[aria-label*=playable][aria-pressed=false]");
    if (!found) return null;
    const { left, top } = found.getBoundingClientRect();
    return [left + 8, top + 20];
  });
  if (target) await page.mouse.click(...target);
  return target !== null;
}

async function until(page, there, most = 900) {
  for (let turn = 0; turn < most; turn++) {
    if (await there()) return;
    if (!(await move(page))) await page.waitForTimeout(120);
  }
}

/** A turn of tiles: draw, put the last one. */
async function moveTiles(page) {
  await page.keyboard.press("d");
  const tiles = page.locator(".rack button:not([aria-label*=empty])");
  if (await page.getByText("Pick a tile and put it.").count()) {
    await tiles.last().click({ timeout: 1000 }).catch(() => undefined);
    await page.keyboard.press("p");
    await page.keyboard.press("p");
  } else await page.waitForTimeout(100);
}

async function screens(browser, url, size, name) {
  const page = await somebody(browser, SIZES[size]);
  const keep = async (what) => {
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await page.screenshot({ path: join(folder, `${what}-${size}.png`) });
  };
  const start = async (game) => {
    await page.goto(url);
    await page.locator(".games button", { hasText: game }).click();
    await page.getByRole("button", { name: "Play against bots" }).click();
    await page.waitForURL(/\/t\//);
  };
  await page.goto(url);
  await page.locator(".games button").first().waitFor();
  await page.waitForTimeout(1500);
  await keep("lobby");
  await page.goto(`${url}new/doppelkopf`);
  await page.locator("form details").first().waitFor();
  await keep("create");
  await start(GAMES.doppelkopf);
  await until(page, async () => (await page.locator(".trick li:not([inert])").count()) >= 3 && (await page.getByText(/^Trick [2-5] of/).count()) > 0);
  await keep("doppelkopf");
  await until(page, async () => (await page.locator("section.result").count()) > 0);
  await page.waitForTimeout(500);
  await keep("doppelkopf-result");
  await start(GAMES.tarock);
  await page.locator("section.choice").waitFor();
  await keep("tarock-bid");
  await until(page, async () => (await page.locator(".trick li:not([inert])").count()) >= 3 && (await page.getByText(/^Trick [2-5] of/).count()) > 0);
  await keep("tarock");
  await start(GAMES.mao);
  await page.locator(".fan button").nth(6).waitFor();
  await page.waitForTimeout(9000);
  await keep("mao");
  await start(GAMES.tiles);
  await page.locator(".rack").waitFor();
  for (let turn = 0; turn < 10; turn++) await moveTiles(page);
  await keep("tiles");
  for (let turn = 0; turn < 2000 && (await page.getByRole("button", { name: "To the result" }).count()) === 0; turn++) await moveTiles(page);
  await page.getByRole("button", { name: "To the result" }).click();
  await page.waitForTimeout(500);
  await keep("tiles-result");
  await page.getByRole("link", { name: "Review the match" }).click();
  await page.getByText(/Step 1 of/).first().waitFor();
  await page.getByLabel("All hands").check();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForTimeout(800);
  await keep("replay");
  await page.context().close();
  console.log(name);
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
await withHouse(async (url) => {
  for (const size of Object.keys(SIZES)) if (!only || only === size) await screens(browser, url, size, size);
});
await browser.close();
