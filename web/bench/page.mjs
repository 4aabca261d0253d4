// What the page is measured by: `npm --prefix web run bench` (docs/performance.md).

import { chromium } from "@playwright/test";
import { load } from "./figures.mjs";
import { firstHand } from "./first.mjs";
import { withHouse } from "./house.mjs";
import { motion } from "./motion.mjs";
import { toTheOthers } from "./others.mjs";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const say = (when) => console.log(`${new Date().toISOString()} ${when}, ${load()}`);
say("begins");
await withHouse((url) => firstHand(browser, url, 5));
say("first hands");
await withHouse((url) => motion(browser, url, 4));
say("motion");
await withHouse((url) => toTheOthers(browser, url, 50, 96));
say("ends");
await browser.close();
process.exit(0);
