// What the page is measured by: `npm --prefix web run bench [-- first motion others]`.
// The numbers are in docs/performance.md.

import { chromium } from "@playwright/test";
import { load } from "./figures.mjs";
import { firstHand } from "./first.mjs";
import { withHouse } from "./house.mjs";
import { motion } from "./motion.mjs";
import { toTheOthers } from "./others.mjs";

const PARTS = {
  first: (browser, url) => firstHand(browser, url, 5),
  motion: (browser, url) => motion(browser, url, 4),
  others: (browser, url) => toTheOthers(browser, url, Number(process.env.TABLES ?? 50), 96),
};
const wanted = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`${new Date().toISOString()} ${load()}`);
  await withHouse((url) => measure(browser, url));
}
console.log(`${new Date().toISOString()} ${load()}`);
await browser.close();
// Clients elsewhere would wait for their house for ever.
process.exit(0);
