/** How long each thing that happens is looked at. */

import { CARD, LOOK, TRICK, dealLasts } from "../../cards/motion";
import type { DoppelkopfEvent } from "../../client/types.gen";
import type { Scene } from "../../tables/table.svelte";

/** A little longer than a card takes to fall. */
const CARD_HOLD = CARD + 170;
/** It is gone before the next card comes, also where it was late to go. */
const TRICK_HOLD = LOOK + TRICK + 80;
const WORD_HOLD = 350;
const HAND = 12;

export function hold(scene: Scene): number {
  const types = scene.events.map((event) => event.type);
  if (types.includes("trick_won")) return TRICK_HOLD;
  if (types.includes("card_played")) return CARD_HOLD;
  if (types.includes("dealt")) return dealLasts(HAND);
  return types.includes("spoke") ? WORD_HOLD : 0;
}

/** The trick that a scene has ended. */
export function trickWon(scene: Scene): number | null {
  const won = (scene.events as readonly DoppelkopfEvent[]).find(
    (event) => event.type === "trick_won",
  );
  return won?.trick ?? null;
}
