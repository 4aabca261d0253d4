/** The score sheet: a row for each round, which opens into its items. */

import type { DoppelkopfRowPart, DoppelkopfView } from "../../client/types.gen";
import type { ScoreItem, ScoreRow } from "../../scores/rows";
import { total } from "../../i18n/filling";
import { gameName, itemName, partyName, t } from "./wording";

export function scores(view: DoppelkopfView): ScoreRow[] {
  return view.sheet.map((row) => ({
    label: String(row.round),
    title: gameName(row.game),
    change: row.change,
    totals: row.points,
    items: itemsOf(row),
  }));
}

export function itemsOf(row: DoppelkopfRowPart): ScoreItem[] {
  const items: ScoreItem[] = [{ name: outcome(row) }];
  for (const item of row.items) {
    const name = itemName(item.name);
    // What goes to no party multiplies what stands above it.
    items.push(
      item.party === null
        ? { name, value: `×${total(item.points)}` }
        : { name: `${name} (${partyName(item.party)})`, value: item.points },
    );
  }
  if (row.penalties.some((penalty) => penalty !== 0)) {
    items.push({ name: t("items.penalty"), value: row.penalties.map(total).join(" / ") });
  }
  if (row.stopped) items.push({ name: t("table.round_stopped") });
  return items;
}

/** Who won, in a few words. */
export function outcome(row: DoppelkopfRowPart): string {
  if (row.void) return t("table.void");
  if (row.winner === null) return t("table.drawn");
  const eyes = row.eyes[row.winner === "re" ? 0 : 1];
  return t("table.won_by", { party: partyName(row.winner), eyes });
}
