/** What the chairman says, and the rules that he enforces, in the language of the page. */

import { reasonName } from "../../i18n/naming";
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

/** A school tells the rule with the offence. */
const WITH_RULE = /(?<= \()WHEN .*(?=\)\.?$)/s;
const DISPUTE = "I have done nothing wrong.";

/** What the chairman says is told, and what bots say at court; all other words are moves. */
export function said(seat: number | null, text: string): string {
  const atCourt = seat === null || text === DISPUTE || text.startsWith("Failure ");
  return atCourt ? reasonName(text.replace(WITH_RULE, plainRule)) : text;
}

/** What somebody is accused of; bots and the chairman say it in English. */
export function reasonTold(reason: string): string {
  return reasonName(reason.replace(WITH_RULE, plainRule));
}
