/** How a hand of Tarock is held: taroks first, the highest first, then suit by suit. */

const SUITS = "TCHSD";
const RANKS = ["K", "Q", "N", "J"];

/** Red pips go the other way: the one beats the four. */
function strength(card: string): number {
  const rank = card.slice(1);
  if (card.startsWith("T")) return rank === "S" ? 22 : Number(rank);
  const court = RANKS.indexOf(rank);
  if (court >= 0) return 20 - court;
  const pips = Number(rank);
  return card.startsWith("H") || card.startsWith("D") ? 10 - pips : pips;
}

export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort(
    (one, other) =>
      SUITS.indexOf(one[0] ?? "") - SUITS.indexOf(other[0] ?? "") ||
      strength(other) - strength(one),
  );
}
