import { expect, test } from "vitest";
import { sorted } from "../../src/games/tarock/sorting";

test("taroks come first, the skis before all; red pips go from one to four", () => {
  expect(sorted(["H4", "T1", "D1", "CK", "TS", "H1", "C7", "T21", "C10", "HN"])).toEqual([
    ...["TS", "T21", "T1", "CK", "C10", "C7", "HN", "H1", "H4", "D1"],
  ]);
});
