/** Words for what nobody has written words for: names as the game's own records have them. */

import type { Action, View } from "../../client/types.gen";

export function readable(name: string): string {
  return name.replaceAll("_", " ");
}

/** `{"type":"play","card":"h10"}` is "play: h10". */
export function describe(action: Action): string {
  const { type, ...fields } = action as unknown as Record<string, unknown>;
  const parts = Object.values(fields)
    .filter((value) => value !== null)
    .map(shown);
  return [readable(String(type)), parts.join(", ")].filter(Boolean).join(": ");
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (Array.isArray(value)) return value.map(shown).join(" · ");
  if (typeof value === "object") {
    return Object.entries(value as object)
      .map(([name, part]) => `${readable(name)} ${shown(part)}`)
      .join(", ");
  }
  return readable(String(value));
}

/** What is there to be said about the match: everything that is not empty. */
export function facts(view: View): [string, string][] {
  return Object.entries(view)
    .filter(([, value]) => value !== null && value !== false && !isEmpty(value))
    .map(([name, value]) => [readable(name), shown(value)]);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => part === null || isEmpty(part));
}
