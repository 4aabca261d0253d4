/** Whom the table waits for, and for what. */

import type { TarockView } from "../../client/types.gen";
import { t as page } from "../../i18n/texts.svelte";
import { t } from "./wording";

const DOING = {
  bidding: "bidding",
  calling: "calling",
  exchange: "exchanging",
  announcing: "announcing",
  play: "playing",
} as const;

export function statusOf(
  view: TarockView,
  mine: boolean,
  name: (seat: number | null) => string,
): string {
  if (mine) {
    if (view.phase === "play") {
      return view.trick && view.trick.cards.length > 0 ? t("your_card") : t("your_lead");
    }
    // What is asked stands in the middle of the table.
    if (view.phase in DOING || view.phase === "scored") return page("yourTurn");
  }
  if (view.mover !== null && view.phase in DOING) {
    return t(DOING[view.phase as keyof typeof DOING], { name: name(view.mover) });
  }
  return view.phase === "dealing" ? t("before") : t("waiting");
}
