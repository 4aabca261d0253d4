/** Cards of every game as one kind of thing that can be drawn and named. */

import { t, words, type Key } from "../i18n/texts.svelte";

export type Suit = "c" | "s" | "h" | "d";

/** `n` is the knight of tarok packs, `1` their lowest red card. */
export type Rank = "a" | "k" | "q" | "n" | "j" | `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;

export type Face = { suit: Suit; rank: Rank } | { tarok: number };

/** Each of these suits with each of these ranks. */
export function pack(suits: readonly Suit[], ranks: readonly Rank[]): Face[] {
  return suits.flatMap((suit) => ranks.map((rank) => ({ suit, rank })));
}

export const SUITS = ["c", "s", "h", "d"] as const;

/** The skis is the 22nd tarok. */
export const SKIS = 22;

/** "h10" of Doppelkopf. */
export function fromDoppelkopf(card: string): Face {
  return { suit: card[0] as Suit, rank: card.slice(1) as Rank };
}

/** "CK", "H1", "T21", "TS" of Tarock. */
export function fromTarock(card: string): Face {
  const rank = card.slice(1).toLowerCase();
  if (card.startsWith("T")) return { tarok: rank === "s" ? SKIS : Number(rank) };
  return { suit: card[0]!.toLowerCase() as Suit, rank: rank as Rank };
}

const MAO_SUITS = ["c", "d", "h", "s"] as const;
const MAO_RANKS = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"] as const;

/** The numbers of Mao: suit × 13 + rank. */
export function fromMao(card: number): Face {
  return { suit: MAO_SUITS[Math.floor(card / 13)]!, rank: MAO_RANKS[card % 13]! };
}

const LETTERS: Partial<Record<Rank, string>> = { n: "C" };
const GERMAN_LETTERS: Partial<Record<Rank, string>> = { q: "O", j: "U" };

/** What stands in the corner of our own faces. */
export function indexOf(face: Face, german = false): string {
  if ("tarok" in face) return face.tarok === SKIS ? "✶" : String(face.tarok);
  return (german && GERMAN_LETTERS[face.rank]) || LETTERS[face.rank] || face.rank.toUpperCase();
}

/** A name that holds what is written on our own face: "10 of hearts", "tarok 1, pagat". People who
 * speak to their browser say what they see. */
export function writtenName(face: Face, german = false): string {
  const name = faceName(face, german);
  if ("tarok" in face) {
    const number = t("tarok", { number: face.tarok });
    return face.tarok === SKIS || name === number ? name : `${number}, ${name}`;
  }
  const suit = t(`${german ? "germanSuit" : "suit"}.${face.suit}` as Key);
  return /\d/.test(face.rank) ? t("card", { suit, rank: face.rank }) : name;
}

/** "Herz Zehn", "ten of hearts", "srčeva desetka". */
export function faceName(face: Face, german = false): string {
  if ("tarok" in face) {
    return words.find(`tarok.${face.tarok}`) ?? t("tarok", { number: face.tarok });
  }
  const suit = t(`${german ? "germanSuit" : "suit"}.${face.suit}` as Key);
  const rank = t(`${german ? "germanRank" : "rank"}.${face.rank}` as Key);
  return t("card", { suit, rank });
}
