// How smoothly cards move on a slow machine: the times between frames in which something moves.

import { ms, quantile } from "./figures.mjs";
import { guest, move } from "./playing.mjs";

const FRAME = 1000 / 60;

/** In the page: what moves in each frame, by the element that an animation is about. */
function watchFrames() {
  const kinds = (window.frames_ = { deal: [], play: [], "trick to winner": [], nothing: [] });
  let before = null;
  const kindOf = () => {
    let kind = "nothing";
    for (const animation of document.getAnimations()) {
      const target = animation.effect?.target;
      if (animation.playState !== "running" || !target) continue;
      if (target.closest(".trick")) return target.inert ? "trick to winner" : "play";
      if (target.matches(".fan .place")) kind = "deal";
    }
    return kind;
  };
  const frame = (now) => {
    if (before) kinds[before.kind].push(now - before.now);
    before = { now, kind: kindOf() };
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

export async function motion(browser, url, rate) {
  const context = await guest(browser, "mover", { width: 360, height: 740 });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url);
  await page.evaluate(watchFrames);
  await page.getByRole("button", { name: "Play against bots" }).click();
  while ((await page.locator("section.result").count()) === 0) {
    const target = await move(page);
    if (target) await page.mouse.click(target.x, target.y);
    await page.waitForTimeout(target ? 1200 : 200);
  }
  const kinds = await page.evaluate(() => window.frames_);
  await context.close();
  console.log(`frames of a round of Doppelkopf, ${rate}x throttled:`);
  for (const [kind, times] of Object.entries(kinds)) {
    const dropped = times.reduce((sum, time) => sum + Math.max(0, Math.round(time / FRAME) - 1), 0);
    console.log(
      `  ${kind}: ${times.length} frames, median ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}, dropped ${dropped}`,
    );
  }
}
