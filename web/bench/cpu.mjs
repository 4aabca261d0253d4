// The CPU time that the page's main thread takes for each frame: other work on the machine makes
// frames late, but does not change it much. A frame that takes more than its 16.7 ms is dropped on any
// machine. The marks are those of `watchFrames`; to record them costs a little itself.

const CATEGORIES = ["disabled-by-default-devtools.timeline", "blink.user_timing"];
const MARK = "frame:";

/** What `doing` gives, and the milliseconds of each frame meanwhile, by what moved in it. */
export async function withCpu(browser, page, doing) {
  await browser.startTracing(page, { categories: CATEGORIES });
  const given = await doing();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return [given, spent(traceEvents)];
}

function spent(events) {
  const marks = events.filter(({ name, ts }) => ts && name.startsWith(MARK)).sort((one, other) => one.ts - other.ts);
  const { pid, tid } = marks[0] ?? {};
  const tasks = events
    .filter((event) => event.name === "RunTask" && event.dur && event.pid === pid && event.tid === tid)
    .sort((one, other) => one.ts - other.ts);
  const frames = {};
  let first = 0;
  for (let at = 1; at < marks.length; at++) {
    const [from, to] = [marks[at - 1].ts, marks[at].ts];
    while (first < tasks.length && tasks[first].ts + tasks[first].dur < from) first += 1;
    let micros = 0;
    for (let next = first; next < tasks.length && tasks[next].ts < to; next++) {
      const { ts, dur, tdur = dur } = tasks[next];
      const within = Math.min(ts + dur, to) - Math.max(ts, from);
      micros += (tdur * Math.max(0, within)) / dur;
    }
    for (const kind of marks[at].name.slice(MARK.length).split(",")) (frames[kind] ??= []).push(micros / 1000);
  }
  return frames;
}
