import { afterAll, beforeAll, expect, test } from "vitest";
import { tell } from "../../src/games/mao/telling";
import { maoWords } from "../../src/words/mao";
import { loadReasons } from "../../src/words/naming";
import { words } from "../../src/words/words.svelte";

const who = (seat: number | null) => (seat === null ? "Vorsitz" : `Spieler ${seat}`);

beforeAll(async () => {
  await words.loadGame("mao", maoWords);
  await loadReasons();
  await words.speak("de");
});
afterAll(() => words.speak("en"));

test("the chairman is told in the language of the page", () => {
  const told = tell({ type: "talked", seat: null, text: "Playing out of turn." }, who);
  expect(told).toBe("Vorsitz: Außer der Reihe gespielt.");
});

test("what a bot says at court is told, other words are moves and stay", () => {
  const court = tell({ type: "talked", seat: 1, text: 'Failure to say "meow".' }, who);
  expect(court).toBe("Spieler 1: Nicht gesagt: ‚meow‘.");
  expect(tell({ type: "talked", seat: 1, text: "No card fits." }, who)).toBe("Spieler 1: No card fits.");
});

test("what one is accused of is told", () => {
  const event = { type: "accused", accuser: null, accused: 2, reason: "talking", deadline: 9, card: null } as const;
  expect(tell(event, who)).toBe("Vorsitz klagt Spieler 2 an: „geredet“");
});
