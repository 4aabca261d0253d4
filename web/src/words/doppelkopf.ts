/** What is said at a table of Doppelkopf. The keys are the server's own words. */

import type en from "@words/doppelkopf/en.json";
import type { GameTexts } from "./shared";

export type DoppelkopfKey = keyof typeof en;

export const doppelkopfWords: GameTexts<"doppelkopf", DoppelkopfKey> = {
  de: () => import("@words/doppelkopf/de.json"),
  en: () => import("@words/doppelkopf/en.json"),
  sl: () => import("@words/doppelkopf/sl.json"),
};
