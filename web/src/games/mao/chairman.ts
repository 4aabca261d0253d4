/** What the chairman says, and the rules that he enforces, in the language of the page. */

import english from "@i18n/reasons/en.json";
import { reasonByCode } from "../../i18n/naming";
import type { MaoKey } from "../../i18n/mao";
import { t } from "./wording";

/** The rules of a school as they are written, and in plain words. */
export const BASE_RULES: Readonly<Record<string, MaoKey>> = {
  "WHEN spade THEN name the card": "base.spade",
  'WHEN seven THEN say "have a nice day" AND next player draws a card': "base.seven",
  "WHEN ace THEN skip": "base.ace",
  "WHEN eight THEN reverse": "base.eight",
  "WHEN jack THEN wild": "base.jack",
  'WHEN last card THEN say "last card"': "base.last_card",
  'WHEN king THEN say "all hail the chairman"': "base.king",
  'WHEN queen THEN say "all hail the chairwoman"': "base.queen",
  'WHEN penalty THEN say "thank you"': "base.penalty",
};

/** A base rule in plain words; one that somebody has written, as it was written. */
export function plainRule(rule: string): string {
  const key = BASE_RULES[rule];
  return key ? t(key) : rule;
}

/** At a table of Mao words are moves: what the chairman says is found by its English words. */
const CODES = new Map(
  Object.entries(english).filter(([code, text]) => code.includes(".") && !text.includes("{")).map(
    ([code, text]) => [text, code],
  ),
);
const QUOTING = ["court.new_rule", "offence.unsaid"] as const;

/** What the chairman said, or what somebody is accused of; null for other words. */
function find(said: string): string | null {
  const code = CODES.get(said);
  if (code) return reasonByCode(code);
  for (const quoting of QUOTING) {
    const [before, after] = english[quoting].split("{words}") as [string, string];
    if (said.length > before.length + after.length && said.startsWith(before) && said.endsWith(after)) {
      const quoted = said.slice(before.length, said.length - after.length);
      return reasonByCode(quoting, { words: quoted });
    }
  }
  const rule = said.indexOf(" (");
  const offence = rule > 0 && said.endsWith(")") ? find(said.slice(0, rule)) : null;
  // A school tells the rule with the offence.
  if (offence) return `${offence} (${plainRule(said.slice(rule + 2, -1))})`;
  if (!/^\p{Lu}.*\.$/su.test(said)) return null;
  // A charge as a sentence of its own: "Playing out of turn."
  const charge = find(`${said.charAt(0).toLowerCase()}${said.slice(1, -1)}`);
  return charge && `${charge.charAt(0).toUpperCase()}${charge.slice(1)}.`;
}

/** What the chairman says is told, and what bots say at court; all other words are moves. */
export function said(seat: number | null, text: string): string {
  const atCourt =
    seat === null || text === english["court.disputed"] || text.startsWith("Failure ");
  return atCourt ? reasonTold(text) : text;
}

/** What somebody is accused of; bots and the chairman say it in English. */
export function reasonTold(reason: string): string {
  return find(reason) ?? reason;
}
