/** What things are called at a table of tiles. */

import type { TilesAction } from "../../client/types.gen";
import type { TilesKey } from "../../i18n/tiles";
import { gameWords } from "../../i18n/texts.svelte";
import { colourOf, JOKER, numberOf } from "./tiles";

export const t = gameWords<TilesKey>("tiles");

/** "red 7", "joker", "false joker". */
export function tileName(tile: number, wild = JOKER): string {
  const number = numberOf(tile);
  if (number === 0) return wild === JOKER ? t("joker") : t("false_joker");
  const name = t("tile", { colour: t(`colour.${colourOf(tile)}`), number });
  return tile === wild ? t("wild", { tile: name }) : name;
}

/** An action as a hint names it. */
export function actionName(action: TilesAction): string {
  switch (action.type) {
    case "draw":
      return t(action.stack === "main" ? "draw_main" : "draw_exchange");
    case "put":
      return t(action.rack ? "put_and_win" : "put_tile", { tile: tileName(action.tile) });
    case "cheat":
      return t("cheat");
  }
}
