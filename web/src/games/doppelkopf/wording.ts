/** What things are called at a table of Doppelkopf. */

import { faceName, fromDoppelkopf } from "../../cards/faces";
import { buttonName } from "../../cards/pictures";
import type { DoppelkopfAction, DoppelkopfView } from "../../client/types.gen";
import { settings } from "../../settings/settings.svelte";
import type { DoppelkopfKey } from "../../i18n/doppelkopf";
import { gameWords, t as page, words, type Key } from "../../i18n/texts.svelte";

export const t = gameWords<DoppelkopfKey>("doppelkopf");

/** A word of the server in the language of the page, or as it is. */
function found(group: string, word: string): string {
  return words.find(`${group}.${word}`, {}, "doppelkopf") ?? word;
}

/** What somebody says: a call, an answer, the name of a solo. */
export function said(word: string): string {
  const solo = word.replace(/^black_sow_/, "");
  return solo.startsWith("solo_") && solo !== "solo_no" ? gameName(solo) : found("said", word);
}

/** How an answer reads on its button. */
export function answer(word: string): string {
  return words.find(`answers.${word}`, {}, "doppelkopf") ?? said(word);
}

export function gameName(game: string): string {
  return found("games", game);
}

export function misconduct(kind: string): string {
  return found("misconducts", kind);
}

export function itemName(name: string): string {
  return found("items", name);
}

/** Why it was decided so; of a move that was right the opposite is said. */
export function verdict(by: string, guilty: boolean): string {
  const right = guilty ? null : words.find(`verdicts.${by}_right`, {}, "doppelkopf");
  return right ?? found("verdicts", by);
}

export function partyName(party: string): string {
  return found("parties", party);
}

export function cardName(card: string): string {
  return faceName(fromDoppelkopf(card), settings.wishes.deck === "german");
}

/** A card of the hand, for those who listen: "ten of hearts, trump". */
export function heldName(card: string, view: DoppelkopfView): string {
  const name = buttonName(fromDoppelkopf(card));
  return view.trumps.includes(card) ? `${name}, ${t("table.trump")}` : name;
}

const TRUMP = "trump";

/** What has to be followed where this card is led: trump, or its suit. */
export function kindOf(card: string, view: DoppelkopfView): string {
  return view.trumps.includes(card) ? TRUMP : card.slice(0, 1);
}

export function kindName(kind: string): string {
  if (kind === TRUMP) return t("table.trump");
  return page(`${settings.wishes.deck === "german" ? "germanSuit" : "suit"}.${kind}` as Key);
}

export const kindTold = (card: string, view: DoppelkopfView) => kindName(kindOf(card, view));

/** What is played, and whose game it is. */
export function gameTold(view: DoppelkopfView, name: (seat: number) => string): string {
  if (view.game === null) return t("table.round", { round: view.round });
  const game = gameName(view.game);
  return view.soloist === null ? game : t("table.soloist", { game, name: name(view.soloist) });
}

/** How a wedding is to find the partner of its bride; null: there is none to be found any more. */
export function wantedTold({ wedding }: DoppelkopfView): string | null {
  if (wedding === null || wedding.wish === null || wedding.trick !== null) return null;
  return t("table.wedding_open", { trick: said(`wedding_clarification_trick_${wedding.wish}`) });
}

/** An action as a hint names it. */
export function actionName(action: DoppelkopfAction): string {
  switch (action.type) {
    case "say":
      return said(action.word);
    case "play":
      return cardName(action.card);
    case "pass_cards":
    case "return_cards":
      return action.cards.map(cardName).join(", ");
    case "complain":
      return misconduct(action.misconduct);
    case "point_out":
      return moveName(action.kind, action.data);
    case "withdraw":
      return t("table.withdraw");
  }
}

/** A move as the accuser chooses from. */
export function moveName(kind: string, data: string): string {
  if (kind === "card") return t("table.move_card", { card: cardName(data) });
  if (kind === "announcement") return t("table.move_announcement", { word: said(data) });
  return t("table.move_accusation", { word: misconduct(data) });
}
