/** What one may want to say in a hurry: first what is wanted of one now, as far as one may know it. */

import type { MaoTaskPart, MaoView } from "../../client/types.gen";
import { spokenName, spokenSuits, t } from "./wording";

export interface Phrase {
  text: string;
  /** A rule that one knows wants it now. */
  due: boolean;
}

const QUOTED = /["“„]([^"“”„]+)["“”]/g;

/** In the order of the buttons. In a school all rules are known, elsewhere only written ones are. */
export function phrases(view: MaoView, school: boolean): Phrase[] {
  const due = (view.agenda?.tasks ?? [])
    .filter((task) => task.seat === view.seat && (school || task.rule >= 0))
    .flatMap(wanted);
  const rules = [...view.base_rules, ...view.own_rules, ...view.known_rules.map((rule) => rule.text)];
  const usual = [
    ...(named(view) ?? []),
    ...rules.flatMap((rule) => [...rule.matchAll(QUOTED)].map(([, words]) => words!)),
    ...(["phrase.last_card", "phrase.nice_day", "phrase.thank_you", "phrase.hail"] as const).map((key) => t(key)),
    t(view.point_of_order ? "phrase.order_over" : "phrase.order"),
    ...spokenSuits(),
  ];
  const said = new Map<string, Phrase>();
  for (const text of due) said.set(text.toLowerCase(), { text, due: true });
  for (const text of usual) {
    if (!said.has(text.toLowerCase())) said.set(text.toLowerCase(), { text, due: false });
  }
  return [...said.values()];
}

/** One's own card, also when another lies on it already; before the first one, the top card. */
function named(view: MaoView): string[] | null {
  const card = (view.seat === null ? null : view.laid[view.seat]) ?? view.pile.at(-1);
  return card === undefined ? null : [spokenName(card)];
}

function wanted(task: MaoTaskPart): string[] {
  if (task.kind === "wish") return spokenSuits();
  if (task.kind !== "say") return [];
  const name = task.about === null ? null : spokenName(task.about);
  // Whoever is to name a card may do so in several ways, this being one of them.
  if (name !== null && task.phrases.length > 1) return [name];
  return task.phrases.slice(0, 1);
}
