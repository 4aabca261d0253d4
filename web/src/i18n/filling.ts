/**
 * Blanks in sentences. `{name}` is filled with the value of that name;
 * `{count|one:ein Platz|other:# Plätze}` takes the form of the number in the language, `#` is it.
 */

import type { Language } from "./languages";

export type Blanks = Record<string, unknown>;

const BLANK = /\{(\w+)((?:\|\w+:[^|{}]*)*)\}/g;

/** To make one takes far longer than to use it. */
interface Grammar {
  plural: Intl.PluralRules;
  number: Intl.NumberFormat;
  list: Intl.ListFormat;
}

const grammars = new Map<Language, Grammar>();

function grammarOf(language: Language): Grammar {
  let grammar = grammars.get(language);
  if (!grammar) {
    grammar = {
      plural: new Intl.PluralRules(language),
      number: new Intl.NumberFormat(language),
      list: new Intl.ListFormat(language),
    };
    grammars.set(language, grammar);
  }
  return grammar;
}

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
    const form = grammarOf(language).plural.select(count);
    const text = byForm.get(form) ?? byForm.get("other") ?? "";
    return text.replaceAll("#", shown(count, language));
  });
}

function shown(value: unknown, language: Language): string {
  if (typeof value === "number") return grammarOf(language).number.format(value);
  if (Array.isArray(value)) return grammarOf(language).list.format(value.map(String));
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
