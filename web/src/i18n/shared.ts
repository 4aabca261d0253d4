/**
 * Words that the page shares with the terminal: `stammtisch/i18n`, for each part a JSON file in
 * each language. A key that a language lacks does not fit these types.
 */

import type common from "@i18n/common/en.json";
import type options from "@i18n/options/en.json";
import type reasons from "@i18n/reasons/en.json";
import type replay from "@i18n/replay/en.json";
import type { RefusalCodes } from "../client/types.gen";
import type { Language } from "./languages";

type Texts<Keys extends string> = () => Promise<{ default: Record<Keys, string> }>;
export type Loaders<Keys extends string = string> = Record<Language, Texts<Keys>>;

/** A game's words; why it refuses something only where the server does not say so itself. */
export type GameTexts<Game extends keyof RefusalCodes, Keys extends string> = {
  en: Texts<Keys>;
} & Record<Exclude<Language, "en">, Texts<Keys | `refusal.${RefusalCodes[Game]}`>>;

export type CommonKey = keyof typeof common;
export type ReplayKey = keyof typeof replay;

/** Cards, games, levels, profiles, and what the server refuses. */
export const commonWords: Loaders<CommonKey> = {
  de: () => import("@i18n/common/de.json"),
  en: () => import("@i18n/common/en.json"),
  sl: () => import("@i18n/common/sl.json"),
};

/** Rules: their names, their values, and, where the server does not say so, their meanings. */
export const optionWords: Loaders<keyof typeof options> = {
  de: () => import("@i18n/options/de.json"),
  en: () => import("@i18n/options/en.json"),
  sl: () => import("@i18n/options/sl.json"),
};

/** Why bots do something, and what the chairman of Mao says. */
export const reasonWords: Loaders<keyof typeof reasons> = {
  de: () => import("@i18n/reasons/de.json"),
  en: () => import("@i18n/reasons/en.json"),
  sl: () => import("@i18n/reasons/sl.json"),
};

export const replayWords: Loaders<ReplayKey> = {
  de: () => import("@i18n/replay/de.json"),
  en: () => import("@i18n/replay/en.json"),
  sl: () => import("@i18n/replay/sl.json"),
};
