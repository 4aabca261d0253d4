/** What happens, in a sentence for those who listen and for the log. */

import { CARD, dealLasts } from "../../cards/motion";
import type { MaoEvent } from "../../client/types.gen";
import type { Scene } from "../../tables/table.svelte";
import { reasonTold, said } from "./chairman";
import { capital, cardName, t } from "./wording";

/** Null is the chairman. */
export type Who = (seat: number | null) => string;

const BY_CAUSE = { penalty: "live_penalty", return: "live_back", rule: "live_drew" } as const;

export function tell(event: MaoEvent, who: Who): string | null {
  const told = sentence(event, who);
  return told && capital(told);
}

function sentence(event: MaoEvent, who: Who): string | null {
  switch (event.type) {
    case "round_started":
      return t("live_round", { round: event.round });
    case "talked":
      return t("live_said", { name: who(event.seat), text: said(event.seat, event.text) });
    case "moved": {
      const name = who(event.seat);
      if (event.cause !== "player") return t(BY_CAUSE[event.cause], { name });
      if (event.source.place === "hand" && event.target.place === "pile" && event.card !== null) {
        return t("live_played", { name, card: cardName(event.card) });
      }
      return t(event.source.place === "deck" ? "live_drew" : "live_moved", { name });
    }
    case "last_chance":
      return t("last_chance", { name: who(event.seat) });
    case "accused": {
      const named = t("accusation", { accuser: who(event.accuser), accused: who(event.accused) });
      const told =
        event.card === null ? named : `${named}, ${t("accusation_card", { card: cardName(event.card) })}`;
      if (!event.reason) return told;
      return `${told}: ${t("reason", { reason: reasonTold(event.reason) })}`;
    }
    case "accepted":
      return t("live_accepted", { name: who(event.accused) });
    case "cancelled":
      return t("live_cancelled");
    case "vote_called":
      return t("voting");
    case "round_over":
      return t("live_won", { name: who(event.seat) });
    case "rule_written":
      return t("live_rule", { name: who(event.seat) });
    case "rules_revealed":
      return t("live_left", { name: who(event.seat), rules: event.rules.join("; ") });
    case "player_gone":
      return `${who(event.seat)}: ${t("gone")}`;
    case "point_of_order":
      return event.open ? t("order_open") : null;
    case "match_over":
      return t("over");
    default:
      return null;
  }
}

/** What the author of a rule is told about it. */
export function verdict(event: Extract<MaoEvent, { type: "rule_written" }>): string | null {
  if (event.text === null) return null;
  const complaint = event.complaint ?? "";
  if (event.understood === null) return t("rule_kept");
  if (!event.understood) return t("not_understood", { complaint });
  return complaint ? t("contradicts", { complaint }) : t("understood");
}

/** Most rounds begin with that many cards. */
const HAND = 7;
/** A little longer than a card takes to fall. */
const MOVE_HOLD = CARD + 170;

export function hold(scene: Scene): number {
  if (scene.events.some((event) => event.type === "round_started")) return dealLasts(HAND);
  return scene.events.some((event) => event.type === "moved") ? MOVE_HOLD : 0;
}
