import { beforeAll, expect, test } from "vitest";
import doppelkopf from "../src/games/doppelkopf";
import { known as knownAtDoppelkopf } from "../src/games/doppelkopf/knowing";
import tarock from "../src/games/tarock";
import { known as knownAtTarock } from "../src/games/tarock/knowing";
import type { DoppelkopfView, TarockView } from "../src/client/types.gen";
import { unseenOf, withoutOf } from "../src/games/tricks/knowing";
import { isVote } from "../src/games/tricks/votes";
import { words } from "../src/i18n/texts.svelte";

const name = (seat: number) => ["Ada", "Ben", "Cleo", "Dan"][seat] ?? "–";

beforeAll(async () => {
  await words.speak("en");
  await words.loadGame("doppelkopf", doppelkopf.words);
  await words.loadGame("tarock", tarock.words);
});

test("who does not follow has none of it, and where one must trump then, no trump either", () => {
  const trick = ["C7", "C8", "T3", "H4"].map((card, seat) => ({ card, seat }));
  const kind = (card: string) => card.slice(0, 1);
  expect([...withoutOf([trick], kind, null)]).toEqual([[2, ["C"]], [3, ["C"]]]);
  expect([...withoutOf([trick], kind, "T")]).toEqual([[2, ["C"]], [3, ["C", "T"]]]);
});

test("of two equal cards one is left when one was seen", () => {
  expect(unseenOf(["h10", "h10", "cq"], ["h10"])).toEqual(["h10", "cq"]);
});

test("at Doppelkopf one could know parties, suits that are gone, and the trumps of the others", () => {
  const laid = (cards: string[]) => cards.map((card, seat) => ({ seat, card, rank: null, id: seat }));
  const view = {
    ...{ seat: 0, phase: "tricks", hand: ["h10", "s9"], counts: [2, 2, 2, 2] },
    ...{ parties: ["re", null, "kontra", null], trumps: ["h10", "cq"], trick: null },
    tricks: [{ leader: 0, cards: laid(["ca", "c9", "cq", "ck"]), winner: 2, eyes: 18 }],
  } as unknown as DoppelkopfView;
  expect(knownAtDoppelkopf(view, name)).toEqual([
    "Cleo is Kontra.",
    "Cleo has none left: clubs.",
    "2 trumps are in other hands, the highest: ten of hearts.",
  ]);
  expect(knownAtDoppelkopf({ ...view, phase: "reservations" }, name)).toEqual([]);
});

test("at Tarock one has seen what lies in the talon, but not what the declarer took from it", () => {
  const view = {
    ...{ seat: 0, phase: "play", hand: ["TS", "C7"], partner_known: true, partner: 3, declarer: 1 },
    ...{ piles: [["T21", "C8"], ["T20", "D1"]], picked: 0, shown: [], discarded: null },
    tricks: [{ leader: 0, cards: ["H1", "H2", "T1", "S7"], winner: 2, gift: null }],
    trick: null,
  } as unknown as TarockView;
  expect(knownAtTarock(view, name)).toEqual([
    "Dan is the declarer's partner.",
    "Cleo has none left: hearts.",
    "Dan has none left: hearts, tarok.",
    "19 taroks are not seen yet, the highest: mond.",
  ]);
});

test("how to go on after a round is no move that somebody lost by", () => {
  expect(isVote({ type: "say", word: "end_yes" })).toBe(true);
  expect(isVote({ type: "vote", choice: "continue" })).toBe(true);
  expect(isVote({ type: "say", word: "re" })).toBe(false);
  expect(isVote(null)).toBe(false);
});
