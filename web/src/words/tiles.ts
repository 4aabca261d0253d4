/** What is said at a table of Tiles. */

import type en from "@words/tiles/en.json";
import type { GameTexts } from "./shared";

export type TilesKey = keyof typeof en;

export const tilesWords: GameTexts<"tiles", TilesKey> = {
  de: () => import("@words/tiles/de.json"),
  en: () => import("@words/tiles/en.json"),
  sl: () => import("@words/tiles/sl.json"),
};
