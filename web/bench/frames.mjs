// What is counted as a frame in which something moves.

import { ms, quantile } from "./figures.mjs";

const FRAME = 1000 / 60;

/**
 * In the page: the time from each frame of the main thread to the next, by what moves on the screen
 * when it begins. The page names its animations by their `id` (`cards/motion.ts`).
 *
 * An animation moves something from the moment at which the browser has begun it (until then it is
 * `pending`) and its delay is over, to its end. The frames in which the page draws what is going to
 * move count for what moves meanwhile; where that is nothing, they are "beginning". "Building" is all
 * before the first hand, "settling" what follows it until somebody plays (the page gets the rest of the
 * pack ready), "nothing" the rest. Where several things move, the time counts for each.
 * The browser moves on by itself what is on its compositor while the main thread is busy: people see
 * these numbers or better ones.
 */
export function watchFrames() {
  const asked = performance.now();
  const times = (window.times_ = {});
  const frames = (window.frames_ = { nothing: [] });
  const begins = (window.begins_ = {});
  const waiting = new Map();
  let before = null;
  const look = (now) => {
    const moving = new Set();
    let pending = false;
    for (const animation of document.getAnimations()) {
      const { delay, activeDuration } = animation.effect.getComputedTiming();
      const kind = animation.id;
      if (!kind || !["running", "paused"].includes(animation.playState)) continue;
      if (animation.pending || animation.playState === "paused") {
        pending = true;
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
    const built = document.querySelector(".fan button, .rack .tile") !== null;
    if (built) times.hand ??= [now - asked];
    if (moving.has("deal")) times.deal ??= [now - asked];
    return { now, moving, pending, built };
  };
  const resting = (from, to) => {
    if (!from.built) return "building";
    if (from.pending || to.pending) return "beginning";
    return window.playing_ === undefined ? "settling" : "nothing";
  };
  const frame = (now) => {
    const after = look(now);
    if (before) {
      const kinds = before.moving.size ? [...before.moving] : [resting(before, after)];
      for (const kind of kinds) (frames[kind] ??= []).push(after.now - before.now);
      // For the browser's own record (cpu.mjs).
      performance.mark(`frame:${kinds}`);
      performance.clearMarks();
    }
    before = after;
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
export function print(frames, begins, times, cpu) {
  for (const [kind, times] of Object.entries(frames)) {
    if (times.length === 0) continue;
    const lost = missed(times);
    const share = ((100 * lost) / (times.length + lost)).toFixed(1);
    const busy = cpu[kind] ? `, CPU median ${ms(quantile(cpu[kind], 0.5))}, p95 ${ms(quantile(cpu[kind], 0.95))}` : "";
    const begun = begins[kind] ? `, begins after ${ms(quantile(begins[kind], 0.5))}` : "";
    console.log(
      `  ${kind.padEnd(9)} ${String(times.length).padStart(5)} frames, median ${ms(quantile(times, 0.5))}, ` +
        `p95 ${ms(quantile(times, 0.95))}, dropped ${lost} (${share} %)${busy}${begun}`,
    );
  }
  for (const [what, took] of Object.entries(times)) {
    const [median, worst] = [quantile(took, 0.5), Math.max(...took)];
    console.log(`  from the click to the ${what}: median ${ms(median)}, worst ${ms(worst)}`);
  }
}
