import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Fan, { type Held } from "../src/cards/Fan.svelte";
import * as motion from "../src/cards/motion";
import { settings } from "../src/settings/settings.svelte";

/** As much of the browser's animation as the page uses. */
class FakeAnimation {
  playState = "running";
  onfinish: (() => void) | null = null;
  oncancel: (() => void) | null = null;

  constructor(
    readonly node: Element,
    readonly frames: Keyframe[],
    readonly timing: KeyframeAnimationOptions,
  ) {}

  pause(): void {
    this.playState = "paused";
  }

  play(): void {
    this.playState = "running";
  }

  finish(): void {
    this.playState = "finished";
    this.onfinish?.();
  }

  cancel(): void {
    this.playState = "idle";
    this.oncancel?.();
  }
}

const animate = Element.prototype.animate;
let begun: FakeAnimation[] = [];
let reduced = false;
const named = (name: motion.Motion) => begun.filter(({ timing }) => timing.id === name);
const states = () => begun.map(({ playState }) => playState);

beforeEach(() => {
  begun = [];
  reduced = false;
  settings.set("motion", true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame"] });
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(344);
  Element.prototype.animate = function (frames, timing) {
    const animation = new FakeAnimation(this, frames as Keyframe[], timing as KeyframeAnimationOptions);
    if (animation.timing.id) begun.push(animation);
    return animation as unknown as Animation;
  };
});
afterEach(() => {
  cleanup();
  motion.skip();
  Element.prototype.animate = animate;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const nodes = (count: number) => Array.from({ length: count }, () => document.createElement("div"));
const frame = () => vi.advanceTimersToNextFrame();
/** What was promised is done, without any time going by. */
const settled = () => vi.advanceTimersByTimeAsync(0);

// --- the deal -----------------------------------------------------------------------------------

test("a deal begins when its pictures are there and the table is on the screen, not before", async () => {
  let come = () => {};
  motion.deal(nodes(3), new Promise<void>((resolve) => (come = resolve)));
  expect(named("deal").map(({ timing }) => timing.delay)).toEqual([0, 40, 80]);
  frame();
  frame();
  await settled();
  expect(states()).toEqual(["paused", "paused", "paused"]);
  come();
  await settled();
  frame();
  await settled();
  expect(states()).toEqual(["paused", "paused", "paused"]);
  frame();
  await settled();
  expect(states()).toEqual(["running", "running", "running"]);
});

test("a picture that does not come holds up no deal", async () => {
  motion.deal(nodes(2), new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1000);
  expect(states()).toEqual(["running", "running"]);
});

test("a tap ends whatever moves, and a deal that has not begun yet", async () => {
  motion.deal(nodes(2), Promise.resolve());
  motion.take(nodes(1)[0]!);
  expect(motion.resting()).toBe(false);
  motion.skip();
  await vi.advanceTimersByTimeAsync(1000);
  expect(states()).toEqual(["finished", "finished", "finished"]);
  expect(motion.resting()).toBe(true);
});

test("a card that is taken back on its way out is seen again", () => {
  const [card] = nodes(1);
  motion.lay(card!, { given: true });
  expect(named("lay")[0]!.timing.fill).toBe("forwards");
  motion.take(card!);
  expect(states()).toEqual(["idle", "running"]);
});

// --- where nothing may move ---------------------------------------------------------------------

function everything(): void {
  const [node, ...cards] = nodes(4);
  motion.deal(cards, Promise.resolve());
  motion.take(node!);
  motion.draw(node!);
  motion.shift(node!, "sort", 40, 10);
}

test("where less motion is wished nothing moves, and nothing is waited for", () => {
  reduced = true;
  everything();
  const going = { motion: "trick", side: "top" } as const;
  expect(motion.slide(nodes(1)[0]!, going, { direction: "out" })).toEqual({ duration: 0 });
  expect(motion.lay(nodes(1)[0]!, { given: true })).toEqual({ duration: 0 });
  expect(motion.dealLasts(12)).toBe(0);
  expect(begun).toEqual([]);
});

test("a wish of one's own does the same", () => {
  settings.set("motion", false);
  everything();
  expect(begun).toEqual([]);
});

test("what is drawn when one comes back does not move; what follows does", async () => {
  settings.calm();
  everything();
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  everything();
  expect(begun).toHaveLength(6);
});

// --- a hand -------------------------------------------------------------------------------------

const held = (rank: "9" | "10" | "j" | "q"): Held => ({
  id: `h${rank}`,
  face: { tarok: 1 },
  name: rank,
  playable: true,
});
const given = { onplay: () => {} };

test("a hand that one comes to lies there, one that is dealt comes card by card", async () => {
  const three = [held("9"), held("10"), held("j")];
  render(Fan, { ...given, cards: three });
  await tick();
  expect(begun).toEqual([]);
  cleanup();
  render(Fan, { ...given, cards: three, dealing: true });
  await tick();
  expect(named("deal")).toHaveLength(3);
  expect(begun).toHaveLength(3);
});

test("cards close up around one that has gone, and make room for one that comes", async () => {
  const all = [held("9"), held("10"), held("j"), held("q")];
  const { rerender } = render(Fan, { ...given, cards: all.slice(0, 3) });
  await tick();
  await rerender({ ...given, cards: [all[0]!, all[2]!] });
  expect(named("hand").map(({ frames }) => Math.sign(parseFloat(String(frames[0]!.translate))))).toEqual([-1, 1]);
  begun = [];
  await rerender({ ...given, cards: [all[0]!, all[2]!, all[3]!] });
  expect(named("take")).toHaveLength(1);
  expect(named("hand")).toHaveLength(2);
});

test("a hand that is told again as it was does not move", async () => {
  const cards = () => [held("9"), held("10")];
  const { rerender } = render(Fan, { ...given, cards: cards(), dealing: true });
  await tick();
  begun = [];
  await rerender({ ...given, cards: cards(), dealing: false });
  await rerender({ ...given, cards: cards(), dealing: true });
  expect(begun).toEqual([]);
});

test("cards that were chosen go away from the hand; one that is played is gone at once", async () => {
  const cards = [held("9"), held("10"), held("j")];
  const choose = { most: 2 };
  const places = () => document.querySelectorAll(".place").length;
  const { rerender } = render(Fan, { ...given, cards, choose, chosen: ["h9"] });
  await tick();
  await rerender({ ...given, cards: cards.slice(1), choose, chosen: ["h9"] });
  expect(named("lay")).toHaveLength(1);
  expect(places()).toBe(3);
  await rerender({ ...given, cards: cards.slice(1), choose: undefined, chosen: [] });
  await rerender({ ...given, cards: cards.slice(2), choose: undefined, chosen: [] });
  expect(named("lay")).toHaveLength(1);
  expect(places()).toBe(2);
});
