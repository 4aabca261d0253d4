import { beforeAll, expect, test } from "vitest";
import front from "../../src/games/tarock";
import { choiceNow, triedWith } from "../../src/games/tarock/choosing";
import { sorted } from "../../src/games/tarock/sorting";
import { heldName } from "../../src/games/tarock/wording";
import type { TarockView } from "../../src/protocol/types.gen";
import { words } from "../../src/words/words.svelte";

beforeAll(async () => {
  await words.speak("en");
  await words.loadGame("tarock", front.words);
});

test("taroks come first, the skis before all; red pips go from one to four", () => {
  expect(sorted(["H4", "T1", "D1", "CK", "TS", "H1", "C7", "T21", "C10", "HN"])).toEqual([
    ...["TS", "T21", "T1", "CK", "C10", "C7", "HN", "H1", "H4", "D1"],
  ]);
});

test("why a card cannot be laid down is asked with as many as are needed, it among them", () => {
  const pile = { picked: 0, cards: ["T18"], layable: ["C7", "SJ", "D1"], must: ["D1"], count: 3 };
  expect(triedWith("HK", [], pile)).toEqual(["HK", "D1", "C7"]);
  expect(triedWith("HK", ["SJ", "C7"], pile)).toEqual(["HK", "D1", "SJ"]);
});

test("those who listen hear of each tarok once that it is one", () => {
  expect(["T21", "T16", "CK"].map(heldName)).toEqual(["mond, tarok", "tarok 16", "king of clubs"]);
});

test("a king is asked about once more before it is called", () => {
  const view = { phase: "calling", seat: 0, mover: 0, deal: 1, hand: ["CK"] } as unknown as TarockView;
  const choice = choiceNow(view, [{ type: "call_king", suit: "C" }], String);
  expect(choice?.confirm?.("King of clubs")).toBe("I call: King of clubs");
  expect(choice?.options[0]).toMatchObject({ cards: ["CK"], note: "your own: you would play alone" });
});
