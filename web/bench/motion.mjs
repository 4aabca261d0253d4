// How smoothly things move on a slow machine: the times between frames, by what moves in them.

import { autoplay } from "./autoplay.mjs";
import { withCpu } from "./cpu.mjs";
import { joined, print, watchFrames } from "./frames.mjs";
import { guest } from "./playing.mjs";
import { withHouse } from "./server.mjs";

/**
 * One who has played enough of each game: clicks at most, the deal that brings it to its subject, and
 * what moves in every round of it.
 */
export const GAMES = {
  doppelkopf: { name: "Doppelkopf", turns: 40, moves: ["deal", "play", "hand", "trick"] },
  tarock: {
    name: "Tarock",
    turns: 40,
    deal: "declarer",
    moves: ["deal", "talon", "take", "lay", "play", "hand", "trick"],
  },
  tiles: { name: "Tiles", turns: 40, moves: ["deal", "draw", "put"] },
  mao: { name: "Mao", turns: 16, moves: ["deal", "play"] },
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
  return page;
}

/** A deal, and a round if it is to be played. Gives what `watchFrames` has noted. */
async function play(page, key, turns) {
  await page.evaluate(watchFrames);
  await page.getByRole("button", { name: "Play against bots" }).click();
  await page.waitForTimeout(DEAL_MS);
  if (turns > 0) await page.evaluate(autoplay, { game: key, turns });
  for (const began = Date.now(); Date.now() - began < MOST_MS; await page.waitForTimeout(LOOK_MS)) {
    if (!(await page.evaluate(() => window.playing_))) break;
  }
  return page.evaluate(() => [window.frames_, window.begins_, window.times_]);
}

/** Several new browsers are dealt to; the last of them plays. */
async function frames(browser, url, key, { rate, deals, cpu }) {
  const game = GAMES[key];
  const seen = [];
  for (let deal = 1; deal <= deals; deal++) {
    const page = await sitDown(browser, url, `${key}${deal}`, game, rate);
    const playing = () => play(page, key, deal === deals ? game.turns : 0);
    const [noted, spent] = cpu ? await withCpu(browser, page, playing) : [await playing(), {}];
    seen.push([...noted, spent]);
    await page.context().close();
  }
  return [0, 1, 2, 3].map((part) => joined(seen.map((parts) => parts[part])));
}

/** `how`: the rate of throttling, how many deals, and whether CPU time is measured as well. */
export async function motion(browser, keys, how) {
  for (const key of keys) {
    const seen = await withHouse((url) => frames(browser, url, key, how), GAMES[key].deal);
    console.log(`${GAMES[key].name}, ${how.deals} deals and a round, 360×740, ${how.rate}x throttled:`);
    print(...seen);
    wasPlayed(key, seen[0]);
  }
}

/** A seat that could not answer a question of the page would measure only how nothing moves. */
function wasPlayed(key, frames) {
  const missing = GAMES[key].moves.filter((kind) => !frames[kind]?.length);
  if (missing.length) throw new Error(`${GAMES[key].name} was not played: no ${missing.join(", ")} was seen.`);
}
