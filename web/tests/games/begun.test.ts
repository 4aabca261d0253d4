import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import doppelkopf from "../../src/games/doppelkopf";
import mao from "../../src/games/mao";
import tarock from "../../src/games/tarock";
import type { DoppelkopfView, FormInfo, LegalAction, MaoView, ObservationInfo } from "../../src/client/types.gen";
import type { TableStore } from "../../src/tables/table.svelte";
import { words } from "../../src/i18n/texts.svelte";
import { seated, observation } from "../socket";
import { keepStill } from "../still";
import { atTable, talon, tarockView } from "./positions";

beforeAll(async () => {
  keepStill();
  await words.speak("en");
  await words.loadGame("doppelkopf", doppelkopf.words);
  await words.loadGame("tarock", tarock.words);
  await words.loadGame("mao", mao.words);
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const pressed = () =>
  screen
    .getAllByRole("button", { pressed: true })
    .map((one) => (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/,.*|: .*/, "").replace(/.*(?=Pile)/, ""));

/** The connection is lost, and the way back is made. */
async function comeBack(table: TableStore, now: ObservationInfo): Promise<void> {
  table.arrive(seated({ observation: now }));
  table.info.game = "any";
  await tick();
}

/** The page is loaded anew. */
function reload(game: string, now: ObservationInfo): TableStore {
  cleanup();
  return atTable(game, now);
}

test("a pile of the talon and what is marked for it are still there after coming back", async () => {
  const table = atTable("tarock", talon());
  render(tarock.Table, { table });
  await fireEvent.click(button(/^Pile 2/));
  await fireEvent.click(button(/^ten of clubs/));
  await fireEvent.click(button(/^eight of spades/));
  const chosen = ["Pile 2", "ten of clubs", "eight of spades"];
  expect(pressed()).toEqual(chosen);
  await comeBack(table, talon());
  expect(pressed()).toEqual(chosen);
  render(tarock.Table, { table: reload("tarock", talon()) });
  expect(pressed()).toEqual(chosen);
});

test("another talon, another hand and another match know nothing of it", async () => {
  const table = atTable("tarock", talon());
  render(tarock.Table, { table });
  await fireEvent.click(button(/^Pile 2/));
  await fireEvent.click(button(/^ten of clubs/));
  for (const other of [talon({ deal: 2 }), talon({ hand: ["T20", "T5", "CK", "C10", "S8", "D1"] })]) {
    await comeBack(table, other);
    expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
  }
  table.arrive(seated({ observation: talon(), match: "m2" }));
  await tick();
  expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
});

test("what was laid down and refused is still marked, and nothing leaves the hand meanwhile", async () => {
  const table = atTable("tarock", talon());
  render(tarock.Table, { table });
  await fireEvent.click(button(/^Pile 1/));
  for (const card of [/^ten of clubs/, /^eight of spades/, /^1 of diamonds/]) await fireEvent.click(button(card));
  const held = () => document.querySelectorAll(".fan .place").length;
  expect(held()).toBe(9);
  let refuse = (): void => undefined;
  table.act = async () => {
    table.acting = true;
    await new Promise<void>((resolve) => (refuse = resolve));
    table.acting = false;
  };
  await fireEvent.click(button("Lay down"));
  expect([table.acting, held()]).toEqual([true, 9]);
  refuse();
  await tick();
  await tick();
  expect(pressed()).toHaveLength(4);
});

test("a king that was marked, and what was to be announced, too", async () => {
  const calling = (): ObservationInfo => ({
    ...observation(),
    view: tarockView({ phase: "calling", called: null }),
    legal: ["C", "H"].map((suit, number) => ({ number, action: { type: "call_king", suit } }) as LegalAction),
  });
  render(tarock.Table, { table: atTable("tarock", calling()) });
  await fireEvent.click(button(/^king of hearts/));
  render(tarock.Table, { table: reload("tarock", calling()) });
  expect(button("I call: King of hearts")).toBeTruthy();

  const announcing = (said: number): ObservationInfo => {
    const field = { name: "bonuses", least: 0, most: 2, of: ["trula", "kings"], must: [] };
    const nothing = { type: "announce", bonuses: [], kontra: [] };
    return {
      ...observation(),
      view: tarockView({
        phase: "announcing",
        said: Array.from({ length: said }, () => ({ seat: 1, bonuses: [], kontra: [] })),
      }),
      legal: [{ number: 0, action: nothing } as LegalAction],
      forms: [{ action: "announce", number: 0, fields: [field] }],
    };
  };
  render(tarock.Table, { table: reload("tarock", announcing(0)) });
  await fireEvent.click(button("Trula"));
  render(tarock.Table, { table: reload("tarock", announcing(0)) });
  expect(button("Say: Trula")).toBeTruthy();
  render(tarock.Table, { table: reload("tarock", announcing(3)) });
  expect(screen.queryByRole("button", { name: "Say: Trula" })).toBeNull();
});

function dealt(parts: Partial<DoppelkopfView>): DoppelkopfView {
  return {
    ...{ seat: 0, phase: "reservations", round: 1, hand: ["ca", "c10", "s9", "h9"], hands: [], mover: null },
    ...{ counts: [4, 4, 4, 4], questions: [], said: [], game: "normal", party: null, parties: [] },
    ...{ tricks: [], trick: null, re_calls: [], kontra_calls: [], next_call: null, trumps: [] },
    ...{ winning: null, poverty: null, wedding: null, complaint: null, judged: [], sheet: [], bucks: [] },
    ...{ solo_done: [true, true, true, true], votes: [], over: false, ...parts },
  } as unknown as DoppelkopfView;
}

test("cards for a poverty stay marked, and a solo as well", async () => {
  const field = { name: "cards", least: 3, most: 3, of: ["ca", "c10", "s9", "h9"], must: [] };
  const poor = (): ObservationInfo => ({
    ...observation(),
    view: dealt({ questions: [{ seat: 0, question: "poverty_trumps", deadline: null }] as never }),
    legal: [],
    forms: [{ action: "pass_cards", number: 0, fields: [field] }] as FormInfo[],
  });
  const table = atTable("doppelkopf", poor());
  render(doppelkopf.Table, { table });
  await fireEvent.click(button(/^ace of clubs/));
  await comeBack(table, poor());
  expect(pressed()).toEqual(["ace of clubs"]);
  render(doppelkopf.Table, { table: reload("doppelkopf", poor()) });
  expect(pressed()).toEqual(["ace of clubs"]);

  const alone = (): ObservationInfo => ({
    ...observation(),
    view: dealt({ questions: [{ seat: 0, question: "solo", deadline: null }] }),
    legal: ["solo_no", "solo_queen", "solo_jack"].map(
      (word, number) => ({ number, action: { type: "say", word } }) as LegalAction,
    ),
  });
  render(doppelkopf.Table, { table: reload("doppelkopf", alone()) });
  await fireEvent.click(button("Jack solo"));
  render(doppelkopf.Table, { table: reload("doppelkopf", alone()) });
  expect(button("Play: Jack solo")).toBeTruthy();
});

test("whom one is about to accuse in Mao, and of what, until it is another round", async () => {
  const seen = (round: number): ObservationInfo => ({
    ...observation(),
    view: {
      ...{ seat: 0, mode: "play", round, rounds: 3, turn: 0, hand: [], counts: [0, 0, 0, 0], pile: [5] },
      ...{ laid: [null, null, null, null], witnessed: [], agenda: null, base_rules: [], own_rules: [] },
      ...{ known_rules: [], point_of_order: false, charge: null, winner: null, over: false, scores: [] },
      ...{ points: [0, 0, 0, 0], wins: [0, 0, 0, 0], deck: 20, present: [true, true], rule_counts: [], deadline: null, names: [] },
    } as unknown as MaoView,
    legal: [{ number: 0, action: { type: "accuse", seat: 1, reason: null } } as LegalAction],
  });
  render(mao.Table, { table: atTable("mao", seen(1)) });
  await fireEvent.click(screen.getAllByRole("button", { name: /accuse/i })[0]!);
  const reason = () => screen.queryByRole<HTMLInputElement>("textbox", { name: /of what/i });
  await fireEvent.input(reason()!, { target: { value: "no thanks" } });
  render(mao.Table, { table: reload("mao", seen(1)) });
  expect(reason()?.value).toBe("no thanks");
  render(mao.Table, { table: reload("mao", seen(2)) });
  expect(reason()).toBeNull();
});
