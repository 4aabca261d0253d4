/** The score sheet: a row for each deal, which opens into its items. */

import type { TarockResultPart, TarockView } from "../../client/types.gen";
import type { ScoreItem, ScoreRow } from "../../scores/rows";
import { contractName, itemName, kingName, t } from "./wording";

export type Name = (seat: number) => string;

/** Games in which card points do not decide. */
const NO_POINTS = ["beggar", "open_beggar", "color_valat", "valat"];

export function scores(view: TarockView, name: Name): ScoreRow[] {
  return view.sheet.map((result) => ({
    label: String(result.deal),
    title: contractName(result.contract),
    change: result.scores,
    totals: result.totals,
    items: itemsOf(result, name),
  }));
}

export function itemsOf(result: TarockResultPart, name: Name): ScoreItem[] {
  const items: ScoreItem[] = [{ name: outcome(result, name) }];
  if (result.called !== null) items.push({ name: t("called", { king: kingName(result.called) }) });
  for (const item of result.items) {
    const parts = [itemName(item.name, result.contract)];
    if (item.announced) parts.push(t("announced"));
    if (item.factor > 1) parts.push(t("factor", { factor: item.factor }));
    if (item.seat !== null) parts.push(name(item.seat));
    items.push({ name: parts.join(", "), value: item.value });
  }
  if (result.doubled) items.push({ name: t("doubled") });
  return items;
}

/** Who won what, in a few words. */
export function outcome(result: TarockResultPart, name: Name): string {
  if (result.won === null) return t("klop_result");
  const side = result.partner === null ? [result.declarer] : [result.declarer, result.partner];
  const told = t(result.won ? "won" : "lost", {
    names: side.map(name).join(" + "),
    contract: contractName(result.contract),
  });
  if (result.points === null || NO_POINTS.includes(result.contract)) return told;
  return `${told} ${t("with_points", { points: result.points })}`;
}
