/**
 * Why bots do something, in the language of the page. A reason is a code and what is filled into its
 * sentence in `stammtisch/i18n/reasons`. A blank `{why}` takes the code of another reason, `{card}` a
 * suit and a rank, `{words}` what people say or write, which stays as it is. `{points}` has one
 * decimal place, `{mean}` its sign, too; any other is a whole number. `stammtisch/i18n/reasoning.py`
 * reads the same files in the same way.
 */

import type { Rank, Suit } from "../cards/faces";
import { fill, type Blanks } from "./filling";
import type { Language } from "./languages";

/** What reasons are told with. */
export interface Memory {
  language: Language;
  texts: Readonly<Record<string, string>>;
  card: (suit: Suit, rank: Rank) => string;
}

/** Null if there is no such reason: for those that come from a newer server. */
export function findReason(code: string, data: Blanks, memory: Memory): string | null {
  const text = memory.texts[code];
  if (text === undefined) return null;
  const parts: Blanks = {};
  for (const [name, value] of Object.entries(data)) parts[name] = shown(name, value, memory);
  return fill(text, parts, memory.language);
}

function shown(name: string, value: unknown, memory: Memory): unknown {
  if (name === "why") {
    return (findReason(String(value), {}, memory) ?? String(value)).replace(/\.$/, "");
  }
  if (name === "card") {
    const { suit, rank } = value as { suit: Suit; rank: Rank };
    return memory.card(suit, rank);
  }
  if (name !== "mean" && name !== "points") return value;
  const number = Number(value);
  const digits = `${name === "mean" && number >= 0 ? "+" : ""}${number.toFixed(1)}`;
  return memory.language === "en" ? digits : digits.replace(".", ",").replace("-", "−");
}
