/** What has happened, from what everybody remembers: it is all there again after coming back. */

import type { MaoEvent, MaoView, MaoWitnessPart } from "../../client/types.gen";
import { reasonTold, said } from "./chairman";
import { tell, type Who } from "./telling";
import { t } from "./wording";

/** Each in a sentence, oldest first. */
export function recalled(view: Pick<MaoView, "witnessed" | "round">, who: Who): string[] {
  const { witnessed } = view;
  let round = view.round - witnessed.filter((one) => one.what === "round_started").length;
  const reasons = new Map<number, string>();
  return witnessed.flatMap((one) => {
    if (one.what === "round_started") round += 1;
    if (one.what === "accused" && one.accused !== null) {
      reasons.set(one.accused, reasonTold(one.text ?? ""));
    }
    const told = tell(eventOf(one, round), who);
    if (!told) return [];
    const reason = one.cause === "penalty" ? reasons.get(one.seat ?? -1) : null;
    return [reason ? `${told}: ${t("reason", { reason })}` : told];
  });
}

/** What the chairman said of late; empty when much has happened since. */
export function heardOfChairman(witnessed: readonly MaoWitnessPart[], within = 8): string {
  const last = witnessed.slice(-within).findLast((one) => one.what === "talked" && one.seat === null);
  return last?.text ? said(null, last.text) : "";
}

/** The event as far as it is remembered. */
function eventOf(one: MaoWitnessPart, round: number): MaoEvent {
  return {
    type: one.what,
    round,
    seat: one.seat,
    text: one.text,
    card: one.card,
    cause: one.cause,
    source: { place: one.source },
    target: { place: one.target },
    accuser: one.seat,
    accused: one.accused,
    reason: one.text,
    open: one.text === "open",
  } as unknown as MaoEvent;
}

/** Who laid each card of the pile, as far as that is remembered: null for whoever is not known. */
export function layers(view: Pick<MaoView, "witnessed" | "pile">): (number | null)[] {
  const began = view.witnessed.findLastIndex((one) => one.what === "round_started");
  const seats: (number | null)[] = began < 0 ? [] : [null];
  for (const { what, source, target, index, seat } of view.witnessed.slice(began + 1)) {
    if (what !== "moved") continue;
    // Where a card came from within the pile is not remembered, so nobody is named any more.
    if (source === "pile" && target === "pile") seats.fill(null);
    else if (target === "pile") seats.splice(index ?? seats.length, 0, seat);
    else if (source === "pile") seats.splice(index ?? seats.length - 1, 1);
  }
  return view.pile.map((_, place) => (seats.length === view.pile.length ? (seats[place] ?? null) : null));
}
