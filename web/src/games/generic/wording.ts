/** Words for what nobody has written words for: a game's own names, else names as its records have them. */

import type { Action, View } from "../../client/types.gen";
import { NO_WORDS, type BoardWords } from "./boardWords.svelte";

export function readable(name: string, words: BoardWords = NO_WORDS): string {
  return words.fields[name] ?? name.replaceAll("_", " ");
}

/** `{"type":"play","card":"h10"}` is "play: ten of hearts", or "play: h10" without the game's words. */
export function describe(action: Action, words: BoardWords = NO_WORDS): string {
  const { type, ...fields } = action as unknown as Record<string, unknown>;
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => shown(value, field, words));
  return [readable(String(type), words), parts.join(", ")].filter(Boolean).join(": ");
}

/** What stands in a field; cards by their names. */
export function shown(value: unknown, field = "", words: BoardWords = NO_WORDS): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (Array.isArray(value)) return value.map((part) => shown(part, field, words)).join(" · ");
  if (typeof value === "object") {
    return Object.entries(value as object)
      .map(([name, part]) => `${readable(name, words)} ${shown(part, name, words)}`)
      .join(", ");
  }
  const card = words.card_fields.includes(field) ? words.cards[String(value)] : undefined;
  return card ?? String(value).replaceAll("_", " ");
}

/** What is there to be said about the match: everything that is not empty. */
export function facts(view: View, words: BoardWords = NO_WORDS): [string, string][] {
  return Object.entries(view)
    .filter(([, value]) => value !== null && value !== false && !isEmpty(value))
    .map(([name, value]) => [readable(name, words), shown(value, name, words)]);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => part === null || isEmpty(part));
}
