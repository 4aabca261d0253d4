/**
 * Blanks in sentences. `{name}` is filled with the value of that name;
 * `{count|one:ein Platz|other:# Plätze}` takes the form of the number in the language, `#` is it.
 */

import type { Language } from "./languages";

export type Blanks = Record<string, unknown>;

const BLANK = /\{(\w+)((?:\|\w+:[^|{}]*)*)\}/g;

export function fill(sentence: string, blanks: Blanks, language: Language): string {
  return sentence.replace(BLANK, (whole, name: string, forms: string) => {
    const value = blanks[name];
    if (value === undefined) return whole;
    if (!forms) return shown(value, language);
    const byForm = new Map(
      forms
        .slice(1)
        .split("|")
        .map((form) => [form.slice(0, form.indexOf(":")), form.slice(form.indexOf(":") + 1)]),
    );
    const count = Number(value);
    const form = new Intl.PluralRules(language).select(count);
    const text = byForm.get(form) ?? byForm.get("other") ?? "";
    return text.replaceAll("#", shown(count, language));
  });
}

function shown(value: unknown, language: Language): string {
  if (typeof value === "number") return new Intl.NumberFormat(language).format(value);
  if (Array.isArray(value)) return new Intl.ListFormat(language).format(value.map(String));
  return String(value);
}

/** "3", "−2": a total as on a score sheet, with a real minus. */
export function total(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** "+3", "−2", "0": a change. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : total(points);
}
