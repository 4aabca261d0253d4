/** Whom the table waits for, and for what. */

import type { DoppelkopfView } from "../../client/types.gen";
import { misconduct, t } from "./wording";

export function statusOf(
  view: DoppelkopfView,
  mine: boolean,
  deciding: boolean,
  name: (seat: number | null) => string,
): string {
  if (view.complaint !== null) {
    return t("table.complaint_open", {
      accuser: name(view.complaint.accuser),
      accused: name(view.complaint.accused),
      misconduct: misconduct(view.complaint.misconduct),
    });
  }
  if (view.phase === "over") return "";
  if (deciding) return t("live.your_turn");
  if (mine && view.phase === "tricks") {
    if (view.must_follow === "pigs") return t("table.pigs_now");
    if (view.must_follow === "superpigs") return t("table.superpigs_now");
    return view.trick && view.trick.cards.length > 0 ? t("table.your_card") : t("table.your_lead");
  }
  const asked = view.questions[0];
  if (asked) return t(`asked.${asked.question}`, { name: name(asked.seat) });
  if (view.phase === "tricks" && view.mover !== null) {
    return t("table.playing", { name: name(view.mover) });
  }
  return view.phase === "dealing" ? t("table.before") : t("table.waiting");
}
