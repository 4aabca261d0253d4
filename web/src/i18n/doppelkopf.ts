/** What is said at a table of Doppelkopf. The keys are the server's own words. */

import type en from "@i18n/doppelkopf/en.json";
import type { GameTexts } from "./shared";

export type DoppelkopfKey = keyof typeof en;

export const doppelkopfWords: GameTexts<"doppelkopf", DoppelkopfKey> = {
  de: () => import("@i18n/doppelkopf/de.json"),
  en: () => import("@i18n/doppelkopf/en.json"),
  sl: () => import("@i18n/doppelkopf/sl.json"),
};
