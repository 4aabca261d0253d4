import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import front from "../../src/games/tarock";
import { choiceNow, triedWith } from "../../src/games/tarock/choosing";
import { sorted } from "../../src/games/tarock/sorting";
import { heldName } from "../../src/games/tarock/wording";
import type { LegalAction, TarockView } from "../../src/client/types.gen";
import { words } from "../../src/i18n/texts.svelte";
import { observation } from "../socket";
import { keepStill } from "../still";
import { atTable, talon, tarockView } from "./positions";

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
  expect(["T21", "T16", "CK"].map(heldName)).toEqual(["tarok 21, mond", "tarok 16", "king of clubs"]);
});

test("a king is asked about once more before it is called", () => {
  const view = { phase: "calling", seat: 0, mover: 0, deal: 1, hand: ["CK"] } as unknown as TarockView;
  const choice = choiceNow(view, [{ type: "call_king", suit: "C" }], String);
  expect(choice?.confirm?.("King of clubs")).toBe("I call: King of clubs");
  expect(choice?.options[0]).toMatchObject({ cards: ["CK"], note: "your own: you would play alone" });
});

describe("the hand on the table", () => {
  beforeAll(keepStill);
  afterEach(cleanup);

  const playable = () =>
    screen.getAllByRole("button", { name: /playable/ }).map((card) => card.getAttribute("aria-label")?.replace(/, .*/, ""));

  test("offers every card that is legal, and no other", async () => {
    const hand = ["T21", "T1", "CK", "C10", "H4", "SJ"];
    const legal = ["T21", "C10", "H4"].map((card, number) => ({ number, action: { type: "play", card } }) as LegalAction);
    const table = atTable("tarock", { ...observation(), view: tarockView({ hand }), legal });
    let played: unknown = null;
    table.act = (action) => Promise.resolve(void (played = action));
    render(front.Table, { table });
    expect(playable()).toEqual(["tarok 21", "ten of clubs", "four of hearts"]);
    for (const _ of ["lifted", "played"]) await fireEvent.click(screen.getByRole("button", { name: /^four of hearts/ }));
    expect(played).toEqual({ type: "play", card: "H4" });
  });

  test("says at each seat what was doubled there", () => {
    const doubled = (seat: number, factor: number) => ({ seat, bonuses: [], kontra: [{ target: "game", factor, seat }] });
    const view = tarockView({ said: [doubled(1, 2), doubled(2, 4)], game_factor: 4 });
    render(front.Table, { table: atTable("tarock", { ...observation(), view, legal: [] }) });
    const flags = [...document.querySelectorAll(".board > .seat")].map((seat) => seat.querySelector(".flag")?.textContent);
    expect(flags.filter(Boolean)).toEqual(["Kontra to the game", "Rekontra to the game"]);
  });

  test("offers for the talon what may be laid down, of the hand and of the pile", async () => {
    sessionStorage.clear();
    render(front.Table, { table: atTable("tarock", talon()) });
    expect(screen.queryAllByRole("button", { name: /playable/ })).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: /^Pile 1/ }));
    expect(playable()).toEqual(["ten of clubs", "four of hearts", "jack of spades", "eight of spades", "1 of diamonds"]);
  });
});
