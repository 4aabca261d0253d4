/** Which trick of the round it is. */

/** `lying`: what is drawn, the trick that is played or the one that was won last; null: neither. */
export function numberOf<Trick>(
  lying: Trick | null,
  open: Trick | null,
  won: number,
  tricks: number,
): number {
  return lying !== null && lying !== open ? won : Math.min(won + 1, tricks);
}
