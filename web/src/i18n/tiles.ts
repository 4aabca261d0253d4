/** What is said at a table of Tiles. */

import type en from "@i18n/tiles/en.json";
import type { GameTexts } from "./shared";

export type TilesKey = keyof typeof en;

export const tilesWords: GameTexts<"tiles", TilesKey> = {
  de: () => import("@i18n/tiles/de.json"),
  en: () => import("@i18n/tiles/en.json"),
  sl: () => import("@i18n/tiles/sl.json"),
};
