/** What can be told from the cards that were played. */

export interface Laid {
  seat: number;
  card: string;
}

/**
 * For each seat the kinds of cards that it cannot have, because it did not follow them. `kind` is
 * what has to be followed; who has none of it must trump where there is a `trump` for that.
 */
export function withoutOf(
  tricks: readonly (readonly Laid[])[],
  kind: (card: string) => string,
  trump: string | null,
): Map<number, string[]> {
  const without = new Map<number, Set<string>>();
  for (const [lead, ...others] of tricks) {
    if (!lead) continue;
    for (const { seat, card } of others) {
      if (kind(card) === kind(lead.card)) continue;
      const lacks = without.get(seat) ?? new Set<string>();
      lacks.add(kind(lead.card));
      if (trump !== null && kind(card) !== trump) lacks.add(trump);
      without.set(seat, lacks);
    }
  }
  return new Map([...without].map(([seat, kinds]) => [seat, [...kinds]]));
}

/** What is left of `all` when those that were seen are taken away, one by one. */
export function unseenOf(all: readonly string[], seen: readonly string[]): string[] {
  const left = [...all];
  for (const card of seen) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
