// From opening the address to the first hand, by a browser that has never been here.

import { ms, quantile } from "./figures.mjs";
import { guest } from "./playing.mjs";

export async function firstHand(browser, url, times) {
  const took = [];
  for (let time = 0; time < times; time++) {
    const context = await guest(browser, `first${time}`, { width: 360, height: 740 });
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url);
    await page.getByRole("button", { name: "Play against bots" }).click();
    await page.locator(".fan button").nth(11).waitFor();
    took.push(performance.now() - began);
    await context.close();
  }
  console.log(`address to first hand, ${times} new browsers: median ${ms(quantile(took, 0.5))}, worst ${ms(Math.max(...took))}`);
}
