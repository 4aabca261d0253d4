/** The score sheet of tiles: one row, when the match is over. */

import type { TilesView } from "../../client/types.gen";
import type { ScoreRow } from "../../scores/rows";
import { t, tileName } from "./wording";

const SEATS = 4;

export function scores(
  view: Pick<TilesView, "over" | "winner" | "final" | "draws" | "wild" | "counts">,
  name: (seat: number) => string,
): ScoreRow[] {
  if (!view.over) return [];
  const { winner, final } = view;
  const change = view.counts.map((_, seat) => (seat === winner ? 1 : 0));
  const round = Math.floor(view.draws / SEATS) + 1;
  return [
    {
      ...{ label: "1", change, totals: change },
      title: winner === null ? t("drawn") : t("won", { name: name(winner) }),
      items: [
        ...(winner === null ? [] : [{ name: t("won_in", { round }) }]),
        ...(final === null ? [] : [{ name: t("last_put", { tile: tileName(final, view.wild) }) }]),
      ],
    },
  ];
}
