/**
 * The words of the page in the language that is set. The page's own are loaded before it is drawn;
 * those of a game come with its table (`registry` says from where).
 */

import type { Refusal } from "../client/connection";
import { settings } from "../settings/settings.svelte";
import type { en } from "./en";
import { fill, type Blanks } from "./filling";
import type { Language } from "./languages";
import { commonWords, type CommonKey, type Loaders } from "./shared";

export type Key = keyof typeof en | CommonKey;
type Texts = Readonly<Record<string, string>>;

const PAGE: Loaders<keyof typeof en> = {
  de: () => import("./de"),
  en: () => import("./en"),
  sl: () => import("./sl"),
};

class Words {
  #page = $state.raw<Texts>({});
  #games = $state.raw<Record<string, Texts>>({});
  #loaders = new Map<string, Loaders>();
  language = $state<Language>("en");

  /** Load the page's words, and those of the games that were needed before, then show them. */
  async speak(language: Language): Promise<void> {
    const games = await Promise.all(
      [...this.#loaders].map(async ([game, from]) => [game, (await from[language]()).default]),
    );
    const [page, common] = await Promise.all([PAGE[language](), commonWords[language]()]);
    this.#page = { ...common.default, ...page.default };
    this.#games = Object.fromEntries(games) as Record<string, Texts>;
    this.language = language;
    document.documentElement.lang = language;
  }

  async loadGame(game: string, from: Loaders): Promise<void> {
    this.#loaders.set(game, from);
    const texts = (await from[this.language]()).default;
    this.#games = { ...this.#games, [game]: texts };
  }

  say(key: Key, blanks: Blanks = {}): string {
    return fill(this.#page[key] ?? key, blanks, this.language);
  }

  /** Null where there is no such word: for words that come from the server. */
  find(key: string, blanks: Blanks = {}, game?: string): string | null {
    const text = (game && this.#games[game]?.[key]) || this.#page[key];
    return text === undefined ? null : fill(text, blanks, this.language);
  }

  /** All words of a game, or of another part that was loaded like one. */
  of(game: string): Texts {
    return this.#games[game] ?? {};
  }

  sayIn(game: string, key: string, blanks: Blanks = {}): string {
    return fill(this.#games[game]?.[key] ?? key, blanks, this.language);
  }

  /** Why something was refused, by its code; in the server's own words where ours know none. */
  refusal({ code, message, data }: Pick<Refusal, "code" | "message" | "data">, game?: string) {
    const data_ = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        (typeof value === "string" && this.find(`word.${value}`, {}, game)) || value,
      ]),
    );
    return this.find(`refusal.${code}`, data_, game) ?? message;
  }
}

export const words = new Words();

/** The page's words: `t("play")`. */
export function t(key: Key, blanks?: Blanks): string {
  return words.say(key, blanks);
}

/** The words of one game: `const t = gameWords<DoppelkopfKey>("doppelkopf")`. */
export function gameWords<GameKey extends string>(game: string) {
  return (key: GameKey, blanks?: Blanks): string => words.sayIn(game, key, blanks);
}

export async function speakAsSet(): Promise<void> {
  await words.speak(settings.wishes.language);
}
