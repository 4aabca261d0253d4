import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pacing } from "../src/tables/pacing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function paced(holds: Record<string, number>) {
  const shown: string[] = [];
  const pacing = new Pacing<string>((scene) => shown.push(scene));
  pacing.hold = (scene) => holds[scene] ?? 0;
  return { shown, pacing };
}

test("a full trick is looked at before the next card is shown", () => {
  const { shown, pacing } = paced({ trick: 900 });
  for (const scene of ["card", "trick", "next", "after"]) pacing.add(scene);
  expect(shown).toEqual(["card", "trick"]);
  vi.advanceTimersByTime(899);
  expect(shown).toEqual(["card", "trick"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["card", "trick", "next", "after"]);
});

test("who taps sees at once how it stands", () => {
  const { shown, pacing } = paced({ trick: 900 });
  for (const scene of ["trick", "next"]) pacing.add(scene);
  pacing.skip();
  expect(shown).toEqual(["trick", "next"]);
  pacing.add("later");
  expect(shown.at(-1)).toBe("later");
});

test("who watches quick bots does not fall behind them", () => {
  const { shown, pacing } = paced(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}`, 300])));
  for (let at = 0; at < 200; at++) {
    pacing.add(`${at}`);
    vi.advanceTimersByTime(200);
  }
  expect(shown.length).toBeGreaterThan(190);
});

test("what is cleared is never shown", () => {
  const { shown, pacing } = paced({ trick: 900 });
  for (const scene of ["trick", "old"]) pacing.add(scene);
  pacing.clear();
  vi.advanceTimersByTime(5000);
  pacing.add("new");
  expect(shown).toEqual(["trick", "new"]);
});
