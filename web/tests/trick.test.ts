import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Trick from "../src/cards/Trick.svelte";
import * as motion from "../src/cards/motion";

const card = (seat: number) => ({
  id: `1.1.${seat}`,
  seat,
  face: { suit: "h", rank: "10" } as const,
  name: "ten of hearts",
});

beforeEach(() => vi.spyOn(motion, "slide").mockReturnValue({ duration: 0 }));
afterEach(() => vi.restoreAllMocks());

test("a trick goes to who has won it, also when the next one has begun", async () => {
  const given = { around: [0, 1, 2, 3], who: String };
  const full = [0, 1, 2, 3].map(card);
  const { rerender } = render(Trick, { ...given, cards: full, leader: 0, winner: 2 });
  await tick();
  vi.mocked(motion.slide).mockClear();
  const next = { ...card(1), id: "1.2.1" };
  await rerender({ ...given, cards: [next], leader: 1, winner: 1 });
  await tick();
  const gone = vi.mocked(motion.slide).mock.calls.filter(([, { duration }]) => duration === motion.TRICK);
  expect(gone.map(([, { side }]) => side)).toEqual(["top", "top", "top", "top"]);
});
