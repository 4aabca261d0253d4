import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import front from "../../src/games/doppelkopf";
import { callsNow, choiceNow, flagsOf } from "../../src/games/doppelkopf/choosing";
import { itemsOf, outcome } from "../../src/games/doppelkopf/sheet";
import { statusOf } from "../../src/games/doppelkopf/status";
import { judged } from "../../src/games/doppelkopf/telling";
import { kindTold, said, wantedTold } from "../../src/games/doppelkopf/wording";
import type { DoppelkopfRowPart, DoppelkopfView, LegalAction } from "../../src/client/types.gen";
import { TableStore, type Asker } from "../../src/tables/table.svelte";
import { words } from "../../src/i18n/texts.svelte";
import { seated, observation } from "../socket";
import { keepStill } from "../still";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const name = (seat: number) => NAMES[seat] ?? "–";

function view(parts: Partial<DoppelkopfView>): DoppelkopfView {
  return {
    ...{ seat: 0, phase: "tricks", round: 1, scored: 0, first: 0, hand: ["cq", "h9"], hands: [] },
    ...{ counts: [2, 2, 2, 2], dealt: null, mover: 0, questions: [], said: [], game: "normal" },
    ...{ soloist: null, party: "re", parties: [], tricks: [], trick: null, eyes: [0, 0, 0, 0] },
    ...{ re_calls: [], kontra_calls: [], next_call: null, call_until: null, trumps: [] },
    ...{ winning: null, pigs: null, superpigs: null, must_follow: null, poverty: null, unsold: [] },
    ...{ wedding: null, complaint: null, judged: [], moves: 0, penalties: [0, 0, 0, 0] },
    ...{ points: [0, 0, 0, 0], sheet: [], bucks: [], solo_done: [true, true, true, true] },
    ...{ votes: [null, null, null, null], deadline: null, over: false },
    ...parts,
  } as DoppelkopfView;
}

const say = (word: string) => ({ type: "say", word }) as const;

beforeAll(async () => {
  await words.speak("en");
  await words.loadGame("doppelkopf", front.words);
});

describe("what one may say", () => {
  test("a call tells until when it can be made", () => {
    const calls = callsNow(view({ next_call: "re", call_until: 11, hand: Array<string>(12).fill("h9") }), [say("re"), say("no90")], false);
    expect(calls.map((call) => [call.word, call.until, call.late])).toEqual([
      ["Re", "until 11 cards", false],
      ["No 90", "until 11 cards", false],
    ]);
  });

  test("the last chance for a call is named as such", () => {
    const last = view({ next_call: "re", call_until: 2 });
    expect(callsNow(last, [say("re")], false)[0]?.until).toBe("before your next card");
  });

  test("a solo is confirmed before it is said; a plain question is not", () => {
    const asked = (question: "solo" | "reservation") =>
      choiceNow(
        view({ phase: "reservations", questions: [{ seat: 0, question, deadline: null }] }),
        [say("solo_no"), say("solo_queen")],
        false,
        name,
      );
    expect(asked("solo")?.confirm?.("Queen solo")).toBe("Play: Queen solo");
    expect(asked("reservation")?.confirm).toBeUndefined();
  });

  test("at a seat stands what was said last, and later what was called", () => {
    const spoken = (id: number, word: string, party: "re" | null = null) => ({ id, seat: 1, word, party });
    const said = [spoken(1, "reservation_yes"), spoken(2, "solo_no"), spoken(3, "poverty_yes")];
    const flags = (phase: DoppelkopfView["phase"], ...more: typeof said) =>
      flagsOf(view({ phase, said: [...said, ...more] as DoppelkopfView["said"] }), 1).map((one) => one.word);
    expect(flags("reservations")).toEqual(["poverty_yes"]);
    expect(flags("tricks")).toEqual([]);
    expect(flags("tricks", spoken(4, "re", "re"), spoken(5, "no90", "re"))).toEqual(["re", "no90"]);
  });

  test("a reservation is explained, and asked about once more", () => {
    const questions = [{ seat: 0, question: "reservation", deadline: null }] as const;
    const asked = view({ phase: "reservations", questions: [...questions] });
    const choice = choiceNow(asked, [say("reservation_yes"), say("reservation_no")], false, name);
    expect(choice?.notes.join()).toContain("a wedding");
    const warned = choice?.options.filter((option) => option.warning).map((option) => option.action);
    expect(warned).toEqual([say("reservation_yes")]);
  });

  test("who must play a solo is asked which, not whether", () => {
    const questions = [{ seat: 0, question: "solo", deadline: null }] as const;
    const asked = view({ phase: "reservations", questions: [...questions] });
    const title = (...words: string[]) => choiceNow(asked, words.map(say), false, name)?.title;
    expect(title("solo_queen", "solo_jack")).toBe("Which solo do you play?");
    expect(title("solo_no", "solo_queen")).toBe("Do you want to play a solo?");
  });

  test("what has to be followed is named: trump, or a suit", () => {
    const led = view({ trumps: ["h10", "cq"] });
    expect(["h10", "h9", "ca"].map((card) => kindTold(card, led))).toEqual(["trump", "hearts", "clubs"]);
  });

  test("a verdict gives the reason that fits it", () => {
    const seats = { accuser: 0, accused: 1, punished: 0, penalty: 5, stopped: false };
    const verdict = { ...seats, misconduct: "wrong_card", by: "move" } as Parameters<typeof judged>[0];
    expect(judged({ ...verdict, guilty: true }, name)).toContain("the move was wrong");
    expect(judged({ ...verdict, guilty: false }, name)).toContain("the move was right");
  });

  test("when all is over nobody is waited for", () => {
    expect(statusOf(view({ phase: "over" }), false, false, (seat) => name(seat ?? 0))).toBe("");
  });

  test("only a lenient table offers what is too late", () => {
    const late = view({ next_call: "re", call_until: 11 });
    expect(callsNow(late, [], false)).toEqual([]);
    expect(callsNow(late, [], true).map((call) => call.late)).toEqual([true]);
  });

  test("a question has its answers, the usual one first", () => {
    const asked = view({
      phase: "reservations",
      questions: [{ seat: 0, question: "reservation", deadline: null }],
    });
    const legal = [say("reservation_yes"), say("reservation_no")];
    const choice = choiceNow(asked, legal, false, name);
    expect(choice?.title).toBe("Do you have a reservation?");
    expect(choice?.options.map((option) => option.label)).toEqual(["Healthy", "Reservation …"]);
    expect(choiceNow(view({ ...asked, seat: 1 }), legal, false, name)).toBeNull();
  });

  test("a wrong answer is offered at a lenient table only, and with a warning", () => {
    const asked = view({
      phase: "reservations",
      questions: [{ seat: 0, question: "wedding", deadline: null }],
    });
    expect(choiceNow(asked, [say("wedding_no")], false, name)?.options).toHaveLength(1);
    const [, wrong] = choiceNow(asked, [say("wedding_no")], true, name)?.options ?? [];
    expect(wrong?.action).toEqual(say("wedding_yes"));
    expect(wrong?.warning).toBeTruthy();
  });

  test("an answer waits until the complaint is settled", () => {
    const complaint = { accuser: 1, accused: 2, misconduct: "external", moves: null, votes: [] };
    const parts = {
      phase: "reservations" as const,
      questions: [{ seat: 0, question: "wedding" as const, deadline: null }],
    };
    expect(choiceNow(view(parts), [], true, name)?.options).toHaveLength(2);
    const open = view({ ...parts, complaint: complaint as unknown as DoppelkopfView["complaint"] });
    expect(choiceNow(open, [], true, name)).toBeNull();
  });

  test("of an own complaint only moves that fit are offered, and the way back", () => {
    const complaint = { accuser: 0, accused: 2, misconduct: "wrong_card", moves: [], votes: [] };
    const legal = [
      { type: "point_out", id: 3, kind: "card", data: "h9" },
      { type: "point_out", id: 4, kind: "announcement", data: "re" },
      { type: "withdraw" },
    ] as const;
    const open = view({ complaint: complaint as unknown as DoppelkopfView["complaint"] });
    const choice = choiceNow(open, legal, true, name);
    expect(choice?.title).toContain("Cleo");
    expect(choice?.options.map((option) => option.action.type)).toEqual(["point_out", "withdraw"]);
  });
});

test("a card that the accused has played twice is told apart by its trick", () => {
  const moves = ["sa", "h9", "h9"].map((data, id) => ({ id, kind: "card", data, punished: false }));
  const complaint = { accuser: 0, accused: 2, misconduct: "wrong_card", moves, votes: [] };
  const open = view({ complaint: complaint as unknown as DoppelkopfView["complaint"] });
  const legal = [1, 2].map((id) => ({ type: "point_out", id, kind: "card", data: "h9" }) as const);
  expect(choiceNow(open, legal, true, name)?.options.map((option) => option.label)).toEqual([
    ...["Trick 2: nine of hearts", "Trick 3: nine of hearts"],
  ]);
});

test("as long as a wedding is open it is said how a partner is found", () => {
  const wedding = { bride: 1, wish: "trump", trick: null, partner: null };
  expect(wantedTold(view({ wedding }))).toBe("Partner wanted: A trump trick, until trick 3");
  expect(wantedTold(view({ wedding: { ...wedding, trick: 2, partner: 3 } }))).toBeNull();
  expect(wantedTold(view({}))).toBeNull();
  const asked = view({ phase: "reservations", questions: [{ seat: 0, question: "wedding", deadline: null }] });
  expect(choiceNow(asked, [say("wedding_yes")], false, name)?.notes.join()).toContain("plays with you");
});

test("every word that can be said has a text of its own", () => {
  for (const word of ["re", "solo_queen", "black_sow_solo_jack", "wedding_clarification_trick_miss"]) {
    expect(said(word)).not.toBe(word);
  }
});

test("a row of the sheet opens into its items", () => {
  const row = {
    ...{ round: 2, game: "normal", soloist: null, winner: "kontra", eyes: [100, 140], void: false },
    ...{ parties: ["re", "kontra", "re", "kontra"], factor: 2, stopped: false },
    ...{ penalties: [0, 0, 0, 0], change: [-2, 2, -2, 2], points: [-2, 2, -2, 2] },
    items: [
      { name: "won", party: "kontra", points: 1 },
      { name: "fox", party: "kontra", points: 1 },
      { name: "buck", party: null, points: 2 },
    ],
  } as unknown as DoppelkopfRowPart;
  expect(outcome(row)).toBe("Kontra won with 140 eyes");
  // What multiplies is not to be added up.
  expect(itemsOf(row).map((item) => [item.name, item.value])).toEqual([
    ["Kontra won with 140 eyes", undefined],
    ["Won (Kontra)", 1],
    ["Fox caught (Kontra)", 1],
    ["Buck round", "×2"],
  ]);
  expect(outcome({ ...row, void: true })).toContain("not count");
});

describe("the hand on the table", () => {
  beforeAll(keepStill);
  afterEach(cleanup);

  test("offers every card that is legal, and no other", () => {
    const hand = ["cq", "h9", "ha", "sa", "sa"];
    const legal = ["cq", "sa"].map((card, number) => ({ number, action: { type: "play", card } }) as LegalAction);
    const now = { ...observation(), view: view({ hand, dealt: hand, bucks: [0] }), legal };
    const nobody = { ask: () => Promise.reject(new Error("nobody is asked")) } as unknown as Asker;
    const table = new TableStore(nobody, seated({ observation: now }));
    table.info.game = "doppelkopf";
    render(front.Table, { table });
    const names = screen.getAllByRole("button", { name: /playable/ }).map((card) => card.getAttribute("aria-label"));
    expect(names.map((one) => one?.replace(/, .*/, ""))).toEqual(["queen of clubs", "ace of spades", "ace of spades"]);
  });
});
