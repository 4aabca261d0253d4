/** What is said at a table of Mao. */

import type en from "@words/mao/en.json";
import type { GameTexts } from "./shared";

export type MaoKey = keyof typeof en;

export const maoWords: GameTexts<"mao", MaoKey> = {
  de: () => import("@words/mao/de.json"),
  en: () => import("@words/mao/en.json"),
  sl: () => import("@words/mao/sl.json"),
};
