/** What happens, in a sentence for those who listen; and how long it is looked at. */

import { dealLasts } from "../../cards/motion";
import type { TilesEvent } from "../../client/types.gen";
import type { Scene } from "../../tables/table.svelte";
import { t, tileName } from "./wording";

export function tell(event: TilesEvent, name: (seat: number) => string): string | null {
  switch (event.type) {
    case "drawn":
      if (event.tile !== null) return t("live_drew", { name: name(event.seat), tile: tileName(event.tile) });
      return t("live_drew_hidden", { name: name(event.seat) });
    case "put_down":
      return t("live_put", { name: name(event.seat), tile: tileName(event.tile) });
    case "won":
      return t("won", { name: name(event.seat) });
    case "emptied":
      return t("drawn");
    case "cheated":
      return t("live_cheated", { name: name(event.seat) });
    default:
      return null;
  }
}

/** The starter's; the others have one tile less. */
const MOST_TILES = 15;

export function hold(scene: Scene): number {
  if (scene.events.some((event) => event.type === "dealt")) return dealLasts(MOST_TILES);
  return scene.events.some((event) => event.type === "put_down" || event.type === "drawn") ? 300 : 0;
}
