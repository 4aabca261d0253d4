/** The chairman speaks English; here his words are said in the language of the page. */

import type { MaoKey } from "../../words/mao";
import { t } from "./wording";

/** What he calls the offences, and what else he says. */
export const SAYINGS: Readonly<Record<string, MaoKey>> = {
  "playing out of turn": "offence.turn",
  "drawing out of turn": "offence.drawing",
  "playing a card that does not fit": "offence.fit",
  "failure to play what was demanded": "offence.must",
  "playing a card that must not be played": "offence.forbidden",
  "failure to say the right words": "offence.words",
  "failure to name a suit": "offence.wish",
  "failure to be silent": "offence.silence",
  talking: "offence.talking",
  "delay of the game": "offence.delay",
  "failure to leave the cards alone": "offence.handling",
  "touching cards during a point of order": "offence.order",
  "guilty or innocent?": "chairman.vote",
  "time. the fewest cards win": "chairman.time",
};

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

const OFFENCE = /^(.*?)(?: \((.*)\))?\.?$/s;
const NEW_RULE = /^New rule: (.*)$/s;

/** "Talking." and "failure to say the right words (WHEN …)" as the page says it. */
export function chairmansWords(said: string): string {
  const written = NEW_RULE.exec(said);
  if (written) return t("chairman.new_rule", { rule: written[1] });
  const [, name = "", rule] = OFFENCE.exec(said) ?? [];
  const key = SAYINGS[name.toLowerCase()];
  if (!key) return said;
  return rule === undefined ? t(key) : `${t(key)} (${plainRule(rule)})`;
}
