/** After a round all vote how to go on, and may change their minds: it is the turn of those who have not yet. */

import type { DoppelkopfView, Sight, TarockView } from "../protocol/types.gen";

export function undecided({ turn, view }: Sight): readonly number[] {
  const { phase, votes } = view as DoppelkopfView | TarockView;
  return phase === "end" || phase === "scored" ? turn.filter((seat) => votes[seat] === null) : turn;
}
