import { expect, test } from "vitest";
import mao from "../src/games/mao";
import { undecided } from "../src/games/tricks/votes";
import { observation } from "./socket";

test("after a round it is the turn of those who have not voted yet", () => {
  const votes = ["continue", null, null, "end"];
  const all = { turn: [0, 1, 2, 3] };
  expect(undecided({ ...observation({ phase: "end", votes }), ...all })).toEqual([1, 2]);
  expect(undecided({ ...observation({ phase: "tricks", votes }), turn: [0] })).toEqual([0]);
});

test("in Mao everybody may throw a card, but it is the turn of one", () => {
  expect(mao.movers!({ ...observation({ turn: 2 }), turn: [0, 1, 2, 3] })).toEqual([2]);
  expect(mao.movers!({ ...observation({ turn: null }), turn: [0, 1, 2, 3] })).toEqual([]);
});
