/** What a seat could know of the others, by what it saw. */

import type { DoppelkopfView } from "../../client/types.gen";
import { unseenOf, withoutOf } from "../tricks/knowing";
import { cardName, kindName, kindOf, partyName, t } from "./wording";

export function known(view: DoppelkopfView, name: (seat: number) => string): string[] {
  if (view.phase !== "tricks") return [];
  const others = (seat: number) => seat !== view.seat;
  const told = view.parties.flatMap((party, seat) =>
    party !== null && others(seat) ? [t("known.party", { name: name(seat), party: partyName(party) })] : [],
  );
  const kind = (card: string) => kindOf(card, view);
  const tricks = [...view.tricks, ...(view.trick ? [view.trick] : [])].map((trick) => trick.cards);
  for (const [seat, kinds] of withoutOf(tricks, kind, null)) {
    if (others(seat)) told.push(t("known.without", { name: name(seat), suits: kinds.map(kindName).join(", ") }));
  }
  const seen = [...tricks.flat().map((laid) => laid.card), ...(view.hand ?? [])];
  const out = unseenOf(trumpsOf(view), seen);
  if (view.trumps.length) {
    const [highest] = out;
    told.push(highest ? t("known.out", { count: out.length, card: cardName(highest) }) : t("known.none_out"));
  }
  return told;
}

/** All trumps of the deck, the highest first. Of packs with fewer cards it is nines that are missing. */
function trumpsOf(view: DoppelkopfView): string[] {
  const cards =
    view.counts.reduce((sum, count) => sum + count, 0) +
    4 * view.tricks.length +
    (view.trick?.cards.length ?? 0);
  const nines = cards >= 48 ? 2 : cards >= 44 ? 1 : 0;
  return view.trumps.flatMap((card) => Array<string>(card.endsWith("9") ? nines : 2).fill(card));
}
