// What is counted as a frame in which something moves.

import { ms, quantile } from "./figures.mjs";

const FRAME = 1000 / 60;

/**
 * In the page: the time from each frame of the main thread to the next, by what moves on the screen
 * when it begins. The page names its animations by their `id` (`cards/motion.ts`).
 *
 * An animation moves something from the moment at which the browser has begun it (until then it is
 * `pending`) and its delay is over, to its end. So the frame in which a table is drawn counts for what
 * moves while that is done, not for what begins with it; how long that takes to begin is told apart.
 * Where several things move, the time counts for each. The browser moves on by itself what is on its
 * compositor while the main thread is busy: people see these numbers or better ones.
 */
export function watchFrames() {
  const frames = (window.frames_ = { building: [], nothing: [] });
  const begins = (window.begins_ = {});
  const waiting = new Map();
  let before = null;
  const look = (now) => {
    const moving = new Set();
    for (const animation of document.getAnimations()) {
      const { delay, activeDuration } = animation.effect.getComputedTiming();
      const kind = animation.id;
      if (!kind || animation.playState !== "running") continue;
      if (animation.pending) {
        if (!waiting.has(animation)) waiting.set(animation, now);
        continue;
      }
      if (waiting.has(animation)) {
        (begins[kind] ??= []).push(now - waiting.get(animation));
        waiting.delete(animation);
      }
      const at = animation.currentTime - delay;
      if (at >= 0 && at < activeDuration) moving.add(kind);
    }
    if (moving.size === 0) moving.add(document.querySelector(".fan, .rack") ? "nothing" : "building");
    return moving;
  };
  const frame = (now) => {
    if (before) for (const kind of before.moving) (frames[kind] ??= []).push(now - before.now);
    before = { now, moving: look(now) };
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The frames of several pages together. */
export function joined(parts) {
  const all = {};
  for (const part of parts) {
    for (const [kind, times] of Object.entries(part)) (all[kind] ??= []).push(...times);
  }
  return all;
}

const missed = (times) => times.reduce((sum, time) => sum + Math.max(0, Math.round(time / FRAME) - 1), 0);

/** One line for each kind; "dropped" is the share of the frames that should have been. */
export function print(frames, begins) {
  const { building = [], ...kinds } = frames;
  for (const [kind, times] of Object.entries({ ...kinds, building })) {
    if (times.length === 0) continue;
    const lost = missed(times);
    const share = ((100 * lost) / (times.length + lost)).toFixed(1);
    const begun = begins[kind] ? `, begins after ${ms(quantile(begins[kind], 0.5))}` : "";
    console.log(
      `  ${kind.padEnd(9)} ${String(times.length).padStart(5)} frames, median ${ms(quantile(times, 0.5))}, ` +
        `p95 ${ms(quantile(times, 0.95))}, dropped ${lost} (${share} %)${begun}`,
    );
  }
}
