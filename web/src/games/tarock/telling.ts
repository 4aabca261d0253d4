/** What happens, in a sentence for those who listen. */

import type { TarockEvent } from "../../client/types.gen";
import { cardName, contractName, kingName, saidWords, t } from "./wording";

export function tell(event: TarockEvent, name: (seat: number | null) => string): string | null {
  switch (event.type) {
    case "bid_made":
      return t("live_bid", { name: name(event.seat), contract: contractName(event.contract) });
    case "bid_won":
      return t("live_contract", { contract: contractName(event.contract) });
    case "king_called":
      return t("live_king", { name: name(event.seat), king: kingName(event.suit) });
    case "announcement_made": {
      const words = saidWords(event.bonuses, event.kontra).join(", ");
      return words ? t("live_said", { name: name(event.seat), words }) : null;
    }
    case "card_played": {
      const played = t("live_played", { name: name(event.seat), card: cardName(event.card) });
      if (event.winner === null) return played;
      return `${played}. ${t("live_trick", { name: name(event.winner) })}`;
    }
    case "match_over":
      return t(matchOver(event.kind));
    default:
      return null;
  }
}

const KINDS = { won: "match_won", draw: "match_draw", adjourned: "match_adjourned" } as const;

export function matchOver(kind: string) {
  return KINDS[kind as keyof typeof KINDS] ?? "match_won";
}
