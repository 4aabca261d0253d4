// How smoothly things move on a slow machine: the times between frames, by what moves in them.

import { autoplay } from "./autoplay.mjs";
import { joined, print, watchFrames } from "./frames.mjs";
import { guest } from "./playing.mjs";
import { withHouse } from "./house.mjs";

/** One who has played enough of each game: clicks at most, and the deal that brings it to its subject. */
export const GAMES = {
  doppelkopf: { name: "Doppelkopf", turns: 40 },
  tarock: { name: "Tarock", turns: 40, deal: "declarer" },
  tiles: { name: "Tiles", turns: 40 },
  mao: { name: "Mao", turns: 16 },
};
/** A person looks at the page before going to a table. */
const LOOK_MS = 1500;
/** A deal, and what follows it at once. */
const DEAL_MS = 4000;
const MOST_MS = 240_000;

async function sitDown(browser, url, name, game, rate) {
  const context = await guest(browser, name, { width: 360, height: 740 });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url);
  await page.getByRole("button", { name: game.name, exact: true }).click();
  await page.waitForTimeout(LOOK_MS);
  await page.evaluate(watchFrames);
  await page.getByRole("button", { name: "Play against bots" }).click();
  await page.waitForTimeout(DEAL_MS);
  return page;
}

/** Several new browsers are dealt to; the last of them plays. */
async function frames(browser, url, key, rate, deals) {
  const game = GAMES[key];
  const seen = [];
  for (let deal = 1; deal <= deals; deal++) {
    const page = await sitDown(browser, url, `${key}${deal}`, game, rate);
    if (deal === deals) {
      await page.evaluate(autoplay, { game: key, turns: game.turns });
      for (const began = Date.now(); Date.now() - began < MOST_MS; ) {
        if (!(await page.evaluate(() => window.playing_))) break;
        await page.waitForTimeout(2000);
      }
    }
    seen.push(await page.evaluate(() => [window.frames_, window.begins_, window.times_]));
    await page.context().close();
  }
  return [0, 1, 2].map((part) => joined(seen.map((parts) => parts[part])));
}

export async function motion(browser, keys, rate, deals) {
  for (const key of keys) {
    const seen = await withHouse((url) => frames(browser, url, key, rate, deals), GAMES[key].deal);
    console.log(`${GAMES[key].name}, ${deals} deals and a round, 360×740, ${rate}x throttled:`);
    print(...seen);
  }
}
