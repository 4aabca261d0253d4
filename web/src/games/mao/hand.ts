/** A hand of Mao as it is laid out: sorted, in as many rows as its cards need to be read. */

import type { MaoView } from "../../client/types.gen";

export interface Laid {
  card: number;
  /** Its place in the hand as the table has it. */
  index: number;
  /** Different for equal cards. */
  id: string;
  /** It came last. */
  fresh: boolean;
}

/** Clubs, diamonds, spades, hearts: neighbours differ in colour. */
const SUIT_ORDER = [0, 1, 3, 2];

export function sorted(view: Pick<MaoView, "hand" | "seat" | "witnessed">): Laid[] {
  const hand = view.hand ?? [];
  const moves = view.witnessed.filter((one) => one.what === "moved" && one.seat === view.seat);
  const took = moves.at(-1)?.target === "hand";
  const seen = new Map<number, number>();
  const laid = hand.map((card, index) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { card, index, id: `${card}.${number}`, fresh: took && index === hand.length - 1 };
  });
  return laid.sort((one, other) => rankOf(one.card) - rankOf(other.card) || one.index - other.index);
}

function rankOf(card: number): number {
  return SUIT_ORDER.indexOf(Math.floor(card / 13)) * 13 + (card % 13);
}

const LEAST_SEEN = 24;
const MOST_ROWS = 3;

/** Rows of nearly the same length, in which each card shows enough of itself. */
export function rows<Card>(cards: readonly Card[], width: number): Card[][] {
  // As wide as the fan draws them.
  const card = Math.max(54, Math.min(110, width / 5.4));
  const fit = Math.max(1, Math.floor((width - card) / LEAST_SEEN) + 1);
  const count = Math.max(1, Math.min(MOST_ROWS, Math.ceil(cards.length / fit)));
  const long = Math.ceil(cards.length / count);
  return Array.from({ length: count }, (_, row) => cards.slice(row * long, (row + 1) * long));
}
