import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import english from "@i18n/mao/en.json";
import reasons from "../../../tests/i18n/reasons.json";
import { BASE_RULES, plainRule, reasonTold, said as heard } from "../../src/games/mao/chairman";
import Talk from "../../src/games/mao/Talk.svelte";
import { meaningOf } from "../../src/games/mao/meaning";
import Finale from "../../src/games/mao/Finale.svelte";
import { rows, sorted } from "../../src/games/mao/hand";
import { phrases } from "../../src/games/mao/phrases";
import { scores } from "../../src/games/mao/sheet";
import { heardOfChairman, layers, recalled } from "../../src/games/mao/recalling";
import type { MaoView, MaoWitnessPart } from "../../src/client/types.gen";
import { maoWords } from "../../src/i18n/mao";
import { loadReasons } from "../../src/i18n/naming";
import type { Language } from "../../src/i18n/languages";
import { words } from "../../src/i18n/texts.svelte";

const who = (seat: number | null) => (seat === null ? "the chairman" : ["Anna", "Berta"][seat]!);

function witness(what: string, more: Partial<MaoWitnessPart> = {}): MaoWitnessPart {
  return {
    ...{ at: 0, what, seat: null, accused: null, text: null, card: null, source: null },
    ...{ target: null, index: null, length: null, cause: null, ...more },
  };
}

const played = (seat: number, card: number, index: number) =>
  witness("moved", { seat, card, source: "hand", target: "pile", index, cause: "player" });

/** Anna's view, with what matters for talking. */
function seen(more: Partial<MaoView> = {}): MaoView {
  return {
    ...{ seat: 0, hand: [], pile: [5], laid: [null, null], round: 1, witnessed: [], agenda: null },
    ...{ base_rules: [], own_rules: [], known_rules: [], point_of_order: false, ...more },
  } as unknown as MaoView;
}

beforeAll(async () => {
  await words.speak("en");
  await words.loadGame("mao", maoWords);
  await loadReasons();
});
afterEach(() => words.speak("en"));

const said = (view: MaoView, school = false) => phrases(view, school).map(({ text }) => text);
const due = (view: MaoView, school = false) =>
  phrases(view, school).flatMap(({ text, due }) => (due ? [text] : []));

describe("quick phrases", () => {
  test("the card to name is one's own, also when another lies on it already", () => {
    expect(said(seen())[0]).toBe("six of clubs");
    expect(said(seen({ pile: [5, 50, 12], laid: [50, 12] }))[0]).toBe("queen of spades");
  });

  test("suits can be named, and a point of order is ended only when there is one", () => {
    expect(said(seen())).toEqual(expect.arrayContaining(["clubs", "diamonds", "hearts", "spades"]));
    expect(said(seen())).toContain("point of order");
    expect(said(seen({ point_of_order: true }))).toContain("end of point of order");
    expect(said(seen({ point_of_order: true }))).not.toContain("point of order");
  });

  test("what one's own rules want is there as well", () => {
    expect(said(seen({ own_rules: ['WHEN red queen THEN say "off with her head"'] }))).toContain("off with her head");
  });

  const task = { seat: 0, kind: "say", phrases: ["last card"], due: 1, rule: -6, penalty: 1, about: null };
  const agenda = (...tasks: object[]) => ({ tasks }) as unknown as MaoView["agenda"];

  test("what is wanted now comes first: in a school by every rule, elsewhere by written ones", () => {
    const view = seen({ agenda: agenda(task, { ...task, seat: 1, phrases: ["hail"] }) });
    expect(due(view, true)).toEqual(["last card"]);
    expect(said(view, true)[0]).toBe("last card");
    expect(due(view)).toEqual([]);
    expect(due(seen({ agenda: agenda({ ...task, rule: 0, phrases: ["meow"] }) }))).toEqual(["meow"]);
  });

  test("a card that must be named is named once, a suit is wished by its name", () => {
    const name = { ...task, phrases: ["queen of spades", "spade queen", "pik dame"], about: 50 };
    expect(due(seen({ agenda: agenda(name) }), true)).toEqual(["queen of spades"]);
    const wish = { ...task, kind: "wish", phrases: [] };
    expect(due(seen({ agenda: agenda(wish) }), true)).toEqual(["clubs", "diamonds", "hearts", "spades"]);
    expect(due(seen({ agenda: agenda({ ...wish, kind: "silent" }) }), true)).toEqual([]);
  });

  test("in German cards have German names, which the chairman hears; phrases stay as they are demanded", async () => {
    await words.speak("de");
    expect(said(seen())[0]).toBe("Kreuz Sechs");
    expect(said(seen())).toEqual(expect.arrayContaining(["last card", "Pik"]));
  });
});

describe("the chairman", () => {
  test("he speaks the language of the page, and a school's rule is told in plain words", async () => {
    await words.speak("de");
    expect(heard(null, "Playing out of turn.")).toBe("Außer der Reihe gespielt.");
    expect(reasonTold("failure to say the right words (WHEN spade THEN name the card)")).toMatch(
      /^\S.* \(Wer Pik spielt, nennt die Karte\.\)$/,
    );
    expect(heard(null, 'New rule: WENN Dame DANN sage "Kopf ab"')).toBe('Neue Regel: WENN Dame DANN sage "Kopf ab"');
  });

  test("what a bot says at court is told, other words are moves and stay", async () => {
    await words.speak("de");
    expect(heard(1, 'Failure to say "meow".')).toBe("Nicht gesagt: ‚meow‘.");
    expect(heard(1, "No card fits.")).toBe("No card fits.");
  });

  test.each(reasons.said as [Language, string, string | null][])(
    "he is told as in the terminal: %s %s",
    async (language, said, told) => {
      await words.speak(language);
      expect(reasonTold(said)).toBe(told ?? said);
      await words.speak("en");
    },
  );

  test("a school's rule is said in plain words, somebody's own as it was written", () => {
    expect(plainRule("WHEN ace THEN skip")).toBe("After an ace the next player is skipped.");
    expect(plainRule("no talking on fridays")).toBe("no talking on fridays");
    expect(Object.values(BASE_RULES).every((key) => key in english)).toBe(true);
  });
});

describe("the log", () => {
  const witnessed = [
    witness("round_started", { card: 5 }),
    played(0, 50, 1),
    witness("talked", { text: "Playing out of turn." }),
    witness("accused", { accused: 0, text: "playing out of turn" }),
    witness("accepted", { accused: 0 }),
    witness("moved", { seat: 0, source: "pile", target: "hand", index: 1, cause: "return" }),
    witness("moved", { seat: 0, source: "deck", target: "hand", cause: "penalty" }),
  ];

  test("all of it is there again after coming back, and a penalty has its reason", () => {
    expect(recalled({ witnessed, round: 3 }, who)).toEqual([
      "Round 3 begins",
      "Anna plays queen of spades",
      "The chairman: Playing out of turn.",
      "The chairman accuses Anna: “playing out of turn”",
      "Anna is guilty",
      "Anna takes a card back",
      "Anna takes a penalty card: “playing out of turn”",
    ]);
  });

  test("the chairman's last words stand above for a while", () => {
    expect(heardOfChairman(witnessed)).toBe("Playing out of turn.");
    expect(heardOfChairman([...witnessed, ...Array.from({ length: 8 }, () => played(1, 3, 1))])).toBe("");
  });

  test("the pile knows who laid which card, also after one went back", () => {
    const more = [...witnessed, played(1, 3, 1), played(0, 7, 2)];
    expect(layers({ witnessed: more, pile: [5, 3, 7] })).toEqual([null, 1, 0]);
    // What does not add up is not told.
    expect(layers({ witnessed: more, pile: [5, 3] })).toEqual([null, null]);
  });
});

describe("the hand", () => {
  test("it is sorted, and knows where each card is for the table", () => {
    const hand = [51, 0, 26, 0, 13];
    const took = witness("moved", { seat: 0, source: "deck", target: "hand", cause: "player" });
    const laid = sorted({ hand, seat: 0, witnessed: [took, played(1, 3, 1)] });
    expect(laid.map(({ card }) => card)).toEqual([0, 0, 13, 51, 26]);
    expect(laid.map(({ index }) => index)).toEqual([1, 3, 4, 0, 2]);
    expect(new Set(laid.map(({ id }) => id)).size).toBe(5);
    expect(laid.filter(({ fresh }) => fresh).map(({ card }) => card)).toEqual([13]);
  });

  test("what no row can show becomes more rows; on a desktop one is enough", () => {
    const cards = Array.from({ length: 22 }, (_, card) => card);
    expect(rows(cards, 344).map((row) => row.length)).toEqual([11, 11]);
    expect(rows(cards, 344).flat()).toEqual(cards);
    expect(rows(cards, 1000)).toHaveLength(1);
    expect(rows(cards.slice(0, 12), 344)).toHaveLength(1);
    expect(rows([], 344)).toEqual([[]]);
  });
});

describe("the score sheet", () => {
  const verdict = { accuser: null, accused: 1, reason: "talking", guilty: true, round: 2, at: 0 };

  test("it has a row for each round, with what people were accused of", () => {
    const witnessed = [
      witness("round_over", { seat: 1 }),
      witness("round_started"),
      witness("round_over", { seat: 0 }),
      witness("round_started"),
    ];
    const rows = scores({ witnessed, round: 3, points: [1, 1], verdicts: [verdict] }, who);
    expect(rows.map(({ label, change, totals }) => [label, change, totals])).toEqual([
      ["1", [0, 1], [0, 1]],
      ["2", [1, 0], [1, 1]],
    ]);
    expect(rows[1]).toMatchObject({
      title: "Anna wins the round",
      items: [{ name: "The chairman accuses Berta: “talking”", value: "Guilty" }],
    });
  });

  test("rounds that nobody remembers stand together", () => {
    const witnessed = [witness("round_over", { seat: 0 })];
    const rows = scores({ witnessed, round: 4, points: [2, 2], verdicts: [] }, who);
    expect(rows.map(({ label, totals }) => [label, totals])).toEqual([
      ["…", [1, 2]],
      ["4", [2, 2]],
    ]);
  });
});

describe("the finale", () => {
  const rule = { text: "Thank", author: 0, round: 1, understood: false, broken: [], found: null };
  const shown = (finale: unknown[]) => {
    cleanup();
    const view = seen({ finale, points: [1, 0] } as Partial<MaoView>);
    return render(Finale, { view, who }).container.textContent;
  };

  test("tells secrets only where there were any", () => {
    expect(shown([rule])).toContain("All secrets are out");
    expect(shown([rule])).not.toContain("Nobody wrote a rule");
    expect(shown([])).toContain("Nobody wrote a rule in this match.");
    expect(shown([])).not.toContain("All secrets are out");
  });
});

describe("what is to be said in another language", () => {
  const PHRASES = ["six of clubs", "spades", "last card", "have a nice day", "thank you"];
  const MORE = ["all hail the chairman", "all hail the chairwoman", "point of order", "end of point of order"];

  test("is told in Slovenian, and said as the chairman wants to hear it", async () => {
    await words.speak("sl");
    expect(PHRASES.map(meaningOf)).toEqual(["križ šestica", "pik", "zadnja karta", "lep dan", "hvala"]);
    expect(MORE.map(meaningOf).every((one) => one !== null)).toBe(true);
    const heard: string[] = [];
    const onsay = (text: string) => Promise.resolve(heard.push(text) > 0);
    const phrases = [{ text: "have a nice day", due: true }, { text: "off with her head", due: false }];
    render(Talk, { phrases, busy: false, keptAs: "t.talk", onsay });
    await fireEvent.click(screen.getByRole("button", { name: /lep dan.*“have a nice day”/ }));
    expect(heard).toEqual(["have a nice day"]);
    expect(screen.getByRole("button", { name: "“off with her head”" })).toBeTruthy();
  });

  test("is told in German where only English is heard", async () => {
    await words.speak("de");
    expect(["last card", "Kreuz-Sechs", "Pik"].map(meaningOf)).toEqual(["letzte Karte", null, null]);
  });

  test("needs no other words in English", () => {
    expect([...PHRASES, ...MORE].map(meaningOf).filter((one) => one !== null)).toEqual([]);
  });
});
