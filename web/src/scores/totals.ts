/** The evening in numbers: what each person has won, match by match. */

import type { Played } from "../client/types.gen";
import { personName } from "../i18n/naming";

export interface Standing {
  id: string;
  name: string;
  /** After each match of the evening, from the start; those who were not there stay where they are. */
  totals: number[];
  won: number;
  played: number;
}

/** Whoever leads comes first. */
export function running(matches: readonly Played[]): Standing[] {
  const people = new Map<string, Standing>();
  matches.forEach((match, number) => {
    match.persons.forEach((id, seat) => {
      if (!id) return;
      const name = personName(match.names[seat] ?? "");
      const person = people.get(id) ?? {
        id,
        name,
        totals: Array<number>(number).fill(0),
        won: 0,
        played: 0,
      };
      person.name = name;
      person.totals.push((person.totals.at(-1) ?? 0) + (match.points[seat] ?? 0));
      person.played += 1;
      if (match.ranks[seat] === 1) person.won += 1;
      people.set(id, person);
    });
    for (const person of people.values()) {
      if (person.totals.length <= number) person.totals.push(person.totals.at(-1) ?? 0);
    }
  });
  return [...people.values()].sort((a, b) => (b.totals.at(-1) ?? 0) - (a.totals.at(-1) ?? 0));
}
