/** After a round all vote how to go on, and may change their minds: it is the turn of those who have not yet. */

import type { Action, DoppelkopfView, ObservationInfo, TarockView } from "../../client/types.gen";

export function undecided({ turn, view }: ObservationInfo): readonly number[] {
  const { phase, votes } = view as DoppelkopfView | TarockView;
  return phase === "end" || phase === "scored" ? turn.filter((seat) => votes[seat] === null) : turn;
}

/** What has been voted for, and by whom, in as few lines as there are wishes. */
export function votesTold<Vote extends string>(
  votes: readonly (Vote | null)[],
  name: (seat: number) => string,
  told: (vote: Vote, names: string) => string,
): string[] {
  const names = new Map<Vote, string[]>();
  votes.forEach((vote, seat) => {
    if (vote !== null) names.set(vote, [...(names.get(vote) ?? []), name(seat)]);
  });
  return [...names].map(([vote, who]) => told(vote, who.join(", ")));
}

/** How to go on after a round, which nobody wins or loses by. */
export function isVote(action: Action | null): boolean {
  if (action?.type === "say") return /^(continue|adjourn|end|cancel)_/.test(action.word);
  return action?.type === "vote";
}
