/** What things are called at a table of Tarock. */

import { faceName, fromTarock } from "../../cards/faces";
import { buttonName } from "../../cards/pictures";
import type { TarockAction, TarockView } from "../../client/types.gen";
import { settings } from "../../settings/settings.svelte";
import type { TarockKey } from "../../i18n/tarock";
import { gameWords, words } from "../../i18n/texts.svelte";

export const t = gameWords<TarockKey>("tarock");

/** A word of the server in the language of the page, or as it is. */
function found(group: string, word: string): string {
  return words.find(`${group}.${word}`, {}, "tarock") ?? word;
}

export const contractName = (contract: string) => found("contracts", contract);
export const aimOf = (contract: string) => found("aims", contract);
export const bonusName = (bonus: string) => found("bonuses", bonus);
export const targetName = (target: string) => found("targets", target);
export const kingName = (suit: string) => found("kings", suit);
export const itemName = (name: string, contract: string) =>
  name === "contract" ? contractName(contract) : found("items", name);
export const voteName = (choice: string) => found("votes", choice);

export function kontraName(factor: number, target: string): string {
  return t("kontra_to", { kontra: found("kontras", String(factor)), target: targetName(target) });
}

export function cardName(card: string): string {
  return faceName(fromTarock(card), settings.wishes.deck === "german");
}

/** A card of the hand, for those who listen: "tarok 21, mond", "skis, tarok". */
export function heldName(card: string): string {
  const name = buttonName(fromTarock(card));
  return card === "TS" ? `${name}, ${t("tarok")}` : name;
}

/** What is played, and by whom. */
export function contractTold(view: TarockView, name: (seat: number) => string): string {
  if (view.contract === null || view.declarer === null) return t("deal", { deal: view.deal });
  const contract = contractName(view.contract);
  return view.contract === "klop" ? contract : t("of", { contract, name: name(view.declarer) });
}

/** All that a seat said in its turn. */
export function saidWords(
  bonuses: readonly string[],
  kontra: readonly { target: string; factor: number }[],
): string[] {
  return [...bonuses.map(bonusName), ...kontra.map((one) => kontraName(one.factor, one.target))];
}

/** What would be said to double a target now. */
export function doubling(view: TarockView, target: string): string {
  const standing = view.announced.filter((one) => one.bonus === target).map((one) => one.factor);
  if (target === "game") standing.push(view.game_factor);
  return kontraName(2 * (standing[0] ?? 1), target);
}

/** An action as a hint names it. */
export function actionName(action: TarockAction, view: TarockView | null): string {
  switch (action.type) {
    case "bid":
      return contractName(action.contract);
    case "throw_in":
      return t("throw_in");
    case "call_king":
      return kingName(action.suit);
    case "exchange":
      return `${t("pile", { number: action.picked + 1 })}: ${action.cards.map(cardName).join(", ")}`;
    case "announce": {
      const said = action.bonuses.map(bonusName);
      const doubled = action.kontra.map((target) =>
        view ? doubling(view, target) : targetName(target),
      );
      return [...said, ...doubled].join(", ") || t("announce_nothing");
    }
    case "play":
      return cardName(action.card);
    case "vote":
      return voteName(action.choice);
  }
}
