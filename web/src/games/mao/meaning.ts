/** What is to be said in English or German, in the language of the page. */

import { faceName, fromMao } from "../../cards/faces";
import type { MaoKey } from "../../i18n/mao";
import { t as page } from "../../i18n/texts.svelte";
import { spokenName, spokenSuits, t } from "./wording";

const PHRASES: Readonly<Record<string, MaoKey>> = {
  "last card": "meaning.last_card",
  "have a nice day": "meaning.nice_day",
  "thank you": "meaning.thank_you",
  "all hail the chairman": "meaning.hail",
  "all hail the chairwoman": "meaning.hail_her",
  "point of order": "meaning.order",
  "end of point of order": "meaning.order_over",
};
const CARDS = Array.from({ length: 52 }, (_, card) => card);
const SUITS = ["c", "d", "h", "s"] as const;

/** Null: there is nothing else to tell. */
export function meaningOf(text: string): string | null {
  const words = meant(text.toLowerCase());
  return words === null || words.toLowerCase() === text.toLowerCase() ? null : words;
}

function meant(text: string): string | null {
  const key = PHRASES[text];
  if (key) return t(key);
  const suit = SUITS[spokenSuits().findIndex((one) => one.toLowerCase() === text)];
  if (suit) return page(`suit.${suit}`);
  const card = CARDS.find((one) => spokenName(one).toLowerCase() === text);
  return card === undefined ? null : faceName(fromMao(card));
}
