/** What each seat was dealt, as the events told each of them. */

import type { Event } from "../client/types.gen";
import type { Round } from "./archive";

export interface Dealt {
  /** Who got the first cards. */
  first: number;
  hands: string[][];
}

/** From the same deal with the eyes of all seats. */
export function dealtIn(all: readonly Round[]): Dealt | null {
  let first = 0;
  const hands: string[][] = [];
  for (const [seat, round] of all.entries()) {
    const event = round.steps.flatMap((step) => step.events).find(isDeal);
    if (!event) return null;
    const held: readonly (readonly (string | number | null)[] | null)[] =
      "racks" in event ? event.racks : event.hands;
    hands.push((held[seat] ?? []).filter((one) => one !== null).map(kind));
    if ("first" in event) first = event.first;
    else if ("dealer" in event) first = (event.dealer + 1) % 4;
  }
  return { first, hands };
}

type DealEvent = Extract<Event, { type: "dealt" | "round_started" }>;

export function isDeal(event: Event): event is DealEvent {
  return event.type === "dealt" || event.type === "round_started";
}

function kind(card: string | number): string {
  return String(card);
}
