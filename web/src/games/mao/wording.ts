/** What things are called at a table of Mao. */

import { faceName, fromMao } from "../../cards/faces";
import type { MaoAction, MaoView } from "../../client/types.gen";
import { settings } from "../../settings/settings.svelte";
import type { MaoKey } from "../../i18n/mao";
import { gameWords, t as page, words } from "../../i18n/texts.svelte";

export const t = gameWords<MaoKey>("mao");

/** The chairman begins a sentence with a large letter; names are as their owners write them. */
export function capital(text: string): string {
  if (!text.startsWith(t("chairman"))) return text;
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

export function cardName(card: number): string {
  return faceName(fromMao(card), settings.wishes.deck === "german");
}

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const RANKS = [
  ...["ace", "two", "three", "four", "five", "six", "seven"],
  ...["eight", "nine", "ten", "jack", "queen", "king"],
];

/** The chairman listens to names of French cards, in English and German. */
const heardHere = () => words.language === "de";

/** What the chairman wants to hear when a card is to be named. */
export function spokenName(card: number): string {
  if (heardHere()) return faceName(fromMao(card));
  return `${RANKS[card % 13]} of ${SUITS[Math.floor(card / 13)]}`;
}

/** What he wants to hear when a suit is to be named. */
export function spokenSuits(): string[] {
  if (!heardHere()) return [...SUITS];
  return (["c", "d", "h", "s"] as const).map((suit) => page(`suit.${suit}`));
}

/** An action as a hint names it. */
export function actionName(action: MaoAction, view: MaoView | null, name: (seat: number) => string): string {
  switch (action.type) {
    case "talk":
      return t("reason", { reason: action.text });
    case "accuse":
      return t("accuse_of", { name: name(action.seat) });
    case "accept":
      return t("accept");
    case "cancel":
      return t("cancel");
    case "write_rule":
      return t("reason", { reason: action.text });
    case "move": {
      if (action.source.place === "deck") return t("draw");
      if (action.source.place === "pile") return t("take_back");
      const card = view?.hand?.[action.source.index ?? 0];
      return card === undefined ? "" : cardName(card);
    }
  }
}
