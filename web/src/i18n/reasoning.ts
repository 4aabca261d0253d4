/**
 * Why bots, and the chairman of Mao, do something, in the language of the page. Reasons come in
 * English, and are the keys of `stammtisch/i18n/reasons`. A key may have places: `{why}` is a reason
 * again, `{card}` a card's name, `{words}` what people say or write, which stays as it is; any other
 * is a number. `stammtisch/i18n/reasoning.py` reads the same files in the same way.
 */

import type { Rank, Suit } from "../cards/faces";
import { fill, type Blanks } from "./filling";
import type { Language } from "./languages";

/** What reasons are told with: nothing for English. */
export interface Memory {
  language: Language;
  texts: Readonly<Record<string, string>>;
  card: (suit: Suit, rank: Rank) => string;
}

const PLACE = /\{(\w+)\}/g;
const NUMBER = "[+-]?[0-9]+(?:\\.[0-9]+)?";
const FORMS: Record<string, string> = { why: ".+?", card: "[a-z]+ of [a-z]+", words: ".+" };

const SUITS: Record<string, Suit> = { clubs: "c", diamonds: "d", hearts: "h", spades: "s" };
const RANKS: Record<string, Rank> = {
  ...{ ace: "a", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" },
  ...{ eight: "8", nine: "9", ten: "10", jack: "j", queen: "q", king: "k" },
};

/** As it was said where there is no translation of it, or of a part of it. */
export function reasonTold(reason: string, memory: Memory): string {
  const told = found(reason, memory);
  if (told !== null || !reason.endsWith(".")) return told ?? reason;
  // What one is accused of can be a sentence of its own: "Playing out of turn."
  const offence = found(`${reason.charAt(0).toLowerCase()}${reason.slice(1, -1)}`, memory);
  return offence === null ? reason : `${offence.charAt(0).toUpperCase()}${offence.slice(1)}.`;
}

function found(reason: string, memory: Memory): string | null {
  if (Object.hasOwn(memory.texts, reason)) return memory.texts[reason]!;
  for (const key of templates(memory.texts)) {
    const met = pattern(key).exec(reason);
    if (!met) continue;
    const parts: Blanks = {};
    for (const [name, said] of Object.entries(met.groups!)) parts[name] = part(name, said, memory);
    if (Object.values(parts).includes(null)) continue;
    return fill(memory.texts[key]!, parts, memory.language);
  }
  return null;
}

/** Those with the most words of their own first. */
function templates(texts: Memory["texts"]): string[] {
  const own = (key: string) => key.replace(PLACE, "").length;
  return Object.keys(texts)
    .filter((key) => key.search(PLACE) >= 0)
    .sort((one, other) => own(other) - own(one));
}

function pattern(key: string): RegExp {
  const parts = key.split(PLACE).map((text, at) =>
    at % 2 ? `(?<${text}>${FORMS[text] ?? NUMBER})` : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${parts.join("")}$`, "s");
}

function part(name: string, said: string, memory: Memory): string | number | null {
  if (name === "words") return said;
  if (name === "card") return card(said, memory);
  if (name === "why") return found(said, memory) ?? found(`${said}.`, memory)?.slice(0, -1) ?? null;
  return /^[0-9]+$/.test(said) ? Number(said) : said.replace(".", ",").replace("-", "−");
}

function card(name: string, memory: Memory): string | null {
  const [rank, suit] = name.split(" of ").map((word, at) => (at ? SUITS[word] : RANKS[word]));
  return rank && suit ? memory.card(suit as Suit, rank as Rank) : null;
}
