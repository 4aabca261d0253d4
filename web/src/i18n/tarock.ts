/** What is said at a table of Tarock. The keys are the server's own words. */

import type en from "@i18n/tarock/en.json";
import type { GameTexts } from "./shared";

export type TarockKey = keyof typeof en;

export const tarockWords: GameTexts<"tarock", TarockKey> = {
  de: () => import("@i18n/tarock/de.json"),
  en: () => import("@i18n/tarock/en.json"),
  sl: () => import("@i18n/tarock/sl.json"),
};
