/** How long each thing that happens is looked at. */

import { CARD, LOOK, TRICK, dealLasts } from "../../cards/motion";
import type { TarockEvent } from "../../client/types.gen";
import type { Scene } from "../../tables/table.svelte";

const CARD_HOLD = CARD + 170;
/** It is gone before the next card comes, also where it was late to go. */
const TRICK_HOLD = LOOK + TRICK + 80;
const WORD_HOLD = 450;
/** All want to see the talon. */
const TALON_HOLD = 1200;
const HAND = 12;

const HOLDS: Partial<Record<string, number>> = {
  card_played: CARD_HOLD,
  bid_made: WORD_HOLD,
  king_called: WORD_HOLD,
  announcement_made: WORD_HOLD,
  talon_shown: TALON_HOLD,
};

export function hold(scene: Scene): number {
  if (trickWon(scene) !== null) return TRICK_HOLD;
  const dealt = scene.events.some((event) => event.type === "dealt");
  return Math.max(dealt ? dealLasts(HAND) : 0, ...scene.events.map((event) => HOLDS[event.type] ?? 0));
}

/** The trick that a scene has ended. */
export function trickWon(scene: Scene): number | null {
  for (const event of scene.events as readonly TarockEvent[]) {
    if (event.type === "card_played" && event.winner !== null) return event.trick;
  }
  return null;
}
