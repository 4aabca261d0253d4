/** What is said at a table of Mao. */

import type en from "@i18n/mao/en.json";
import type { GameTexts } from "./shared";

export type MaoKey = keyof typeof en;

export const maoWords: GameTexts<"mao", MaoKey> = {
  de: () => import("@i18n/mao/de.json"),
  en: () => import("@i18n/mao/en.json"),
  sl: () => import("@i18n/mao/sl.json"),
};
