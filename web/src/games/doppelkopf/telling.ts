/** What happens, in a sentence for those who listen. */

import type { DoppelkopfEvent } from "../../client/types.gen";
import { cardName, gameName, misconduct, said, t, verdict } from "./wording";

/** Asked and thought of, but nothing that everybody should hear. */
const SILENT = /_(no)$|^solo_no$/;

export function tell(event: DoppelkopfEvent, name: (seat: number | null) => string): string | null {
  switch (event.type) {
    case "card_played":
      return t("live.played", { name: name(event.seat), card: cardName(event.card) });
    case "trick_won":
      return t("live.trick_won", { name: name(event.seat), eyes: event.eyes });
    case "spoke":
      if (SILENT.test(event.word) && event.word !== "reservation_no") return null;
      return t("live.said", { name: name(event.seat), word: said(event.word) });
    case "game_chosen":
      return t("live.game", { game: gameName(event.game) });
    case "wedding_settled":
      return event.partner === null
        ? t("live.settled_alone", { bride: name(event.bride) })
        : t("live.settled", { bride: name(event.bride), partner: name(event.partner) });
    case "complained":
      return t("table.complaint_open", {
        accuser: name(event.accuser),
        accused: name(event.accused),
        misconduct: misconduct(event.misconduct),
      });
    case "judged":
      return judged(event, name);
    case "match_over":
      return t(matchOver(event.kind));
    default:
      return null;
  }
}

type Judged = Omit<Extract<DoppelkopfEvent, { type: "judged" }>, "type">;

export function judged(event: Judged, name: (seat: number) => string): string {
  const blanks = {
    accused: name(event.accused),
    misconduct: misconduct(event.misconduct),
    by: verdict(event.by, event.guilty),
    punished: name(event.punished),
    penalty: event.penalty,
  };
  const told = t(event.guilty ? "table.guilty" : "table.innocent", blanks);
  return event.stopped ? `${told} ${t("table.stopped")}` : told;
}

const KINDS = {
  won: "table.match_won",
  draw: "table.match_draw",
  adjourned: "table.match_adjourned",
  aborted: "table.match_aborted",
} as const;

export function matchOver(kind: string) {
  return KINDS[kind as keyof typeof KINDS] ?? "table.match_won";
}
