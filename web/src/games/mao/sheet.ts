/** The score sheet of Mao: a row for each round, with who was accused of what in it. */

import type { MaoView } from "../../client/types.gen";
import type { ScoreItem, ScoreRow } from "../../scores/rows";
import { reasonTold } from "./chairman";
import type { Who } from "./telling";
import { capital, t } from "./wording";

type Scored = Pick<MaoView, "witnessed" | "round" | "points" | "verdicts">;

/** What is not remembered any more stands together in the first row. */
export function scores(view: Scored, who: Who): ScoreRow[] {
  const rows: ScoreRow[] = [];
  let totals = [...view.points];
  for (const { round, seat } of winners(view).reverse()) {
    const change = totals.map((_, place) => (place === seat ? 1 : 0));
    rows.unshift({
      ...{ label: String(round), title: t("live_won", { name: who(seat) }) },
      ...{ change, totals, items: items(view, who, round) },
    });
    totals = totals.map((points, place) => points - change[place]!);
  }
  if (totals.some((points) => points > 0)) {
    rows.unshift({ label: "…", title: t("earlier"), change: totals, totals, items: [] });
  }
  return rows;
}

function winners({ witnessed, round: last }: Scored): { round: number; seat: number }[] {
  let round = last - witnessed.filter((one) => one.what === "round_started").length;
  return witnessed.flatMap((one) => {
    if (one.what === "round_started") round += 1;
    return one.what === "round_over" && one.seat !== null ? [{ round, seat: one.seat }] : [];
  });
}

function items(view: Scored, who: Who, round: number): ScoreItem[] {
  return view.verdicts
    .filter((verdict) => verdict.round === round)
    .map(({ accuser, accused, reason, guilty }) => {
      const named = capital(t("accusation", { accuser: who(accuser), accused: who(accused) }));
      const name = reason ? `${named}: ${t("reason", { reason: reasonTold(reason) })}` : named;
      return { name, value: t(guilty ? "guilty" : "innocent") };
    });
}
