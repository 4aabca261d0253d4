/** What the chairman makes of a rule in somebody's own words, asked before it is written. */

import { patiently } from "../../client/patient";

export interface RuleReading {
  /** The rule in the rule language, as it is to be written when its author agrees. */
  text: string | null;
  /** The version of the rule language that it is in. */
  language: number;
  /** The rule in plain words, with the question whether that is right. */
  plain: string | null;
  /** Why there is no rule, and what would help. */
  question: string | null;
}

export async function readRule(text: string, words: string): Promise<RuleReading> {
  const url = new URL("/api/mao/rule", location.origin);
  url.searchParams.set("text", text);
  url.searchParams.set("words", words);
  const answer = await patiently(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as RuleReading;
}
