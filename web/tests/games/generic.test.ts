import { describe as group, expect, test } from "vitest";
import type { Action, View } from "../../src/client/types.gen";
import { describe, facts } from "../../src/games/generic/wording";

const WORDS = {
  cards: { "3": "four of clubs", h10: "ten of hearts" },
  card_fields: ["card", "hand"],
  fields: { play: "play a card", hand: "your hand" },
};

group("a game without a table of its own", () => {
  test("is read as it is written where it names nothing", () => {
    expect(describe({ type: "play_it", card: "h10" } as unknown as Action)).toBe("play it: h10");
    expect(facts({ hand: [3, null], turn: 3, none: [], off: false } as unknown as View)).toEqual([
      ["hand", "3 · –"],
      ["turn", "3"],
    ]);
  });

  test("names cards in the fields that hold them, and nowhere else", () => {
    expect(describe({ type: "play", card: 3 } as unknown as Action, WORDS)).toBe("play a card: four of clubs");
    expect(facts({ hand: [3, "h10", 7], turn: 3 } as unknown as View, WORDS)).toEqual([
      ["your hand", "four of clubs · ten of hearts · 7"],
      ["turn", "3"],
    ]);
  });
});
