// What the page is measured by: `npm --prefix web run bench [-- first motion others]`; how things move
// also for one game, with more deals, or with the CPU time of each frame (`--game tiles --deals 8 --cpu`).
// The numbers are in docs/performance.md.

import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { load } from "./figures.mjs";
import { firstHand } from "./first.mjs";
import { withHouse } from "./server.mjs";
import { GAMES, motion } from "./motion.mjs";
import { toTheOthers } from "./others.mjs";

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: "string", multiple: true, default: Object.keys(GAMES) },
    deals: { type: "string", default: "4" },
    cpu: { type: "boolean", default: false },
  },
});
const TABLES = Number(process.env.TABLES ?? 50);
const PARTS = {
  first: (browser) => withHouse((url) => firstHand(browser, url, 5)),
  motion: (browser) => motion(browser, values.game, { rate: 4, deals: Number(values.deals), cpu: values.cpu }),
  others: (browser) => withHouse((url) => toTheOthers(browser, url, TABLES, 96)),
};
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`${new Date().toISOString()} ${load()}`);
  await measure(browser);
}
console.log(`${new Date().toISOString()} ${load()}`);
await browser.close();
// Clients elsewhere would wait for their server for ever.
process.exit(0);
