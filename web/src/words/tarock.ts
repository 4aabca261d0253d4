/** What is said at a table of Tarock. The keys are the server's own words. */

import type en from "@words/tarock/en.json";
import type { GameTexts } from "./shared";

export type TarockKey = keyof typeof en;

export const tarockWords: GameTexts<"tarock", TarockKey> = {
  de: () => import("@words/tarock/de.json"),
  en: () => import("@words/tarock/en.json"),
  sl: () => import("@words/tarock/sl.json"),
};
