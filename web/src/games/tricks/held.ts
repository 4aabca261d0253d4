/** Equal cards of a hand are told apart by their number among their like. */
export function numbered(cards: readonly string[]): { id: string; card: string }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { id: `${card}.${number}`, card };
  });
}

export function cardOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}
