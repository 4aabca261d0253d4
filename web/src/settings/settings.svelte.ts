/** What a person likes, kept in this browser. */

import { systemLanguage, type Language } from "../i18n/languages";

export type Theme = "system" | "dark" | "light";
export type Deck = "french" | "german";
export type Size = "normal" | "large";

export interface Wishes {
  language: Language;
  theme: Theme;
  deck: Deck;
  /** Clubs green, diamonds blue. */
  fourColours: boolean;
  /** A plain face with large signs. */
  largeIndex: boolean;
  /** One tap plays a card; else the first lifts it and the second plays it. */
  oneTap: boolean;
  /** The only legal card is played by itself. */
  autoPlay: boolean;
  /** What was lifted before one's turn is played when it comes. */
  playAhead: boolean;
  sound: boolean;
  vibration: boolean;
  /** Cards move; also off where the system asks for it. */
  motion: boolean;
  name: string;
  /** Tips that were shown already. */
  tipsSeen: string[];
}

const KEY = "stammtisch.settings";

function usual(): Wishes {
  return {
    language: systemLanguage(),
    theme: "system",
    deck: "french",
    fourColours: false,
    largeIndex: false,
    oneTap: false,
    autoPlay: false,
    playAhead: false,
    sound: true,
    vibration: true,
    motion: true,
    name: "",
    tipsSeen: [],
  };
}

function kept(): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Wishes>;
  } catch {
    return {};
  }
}

class Settings {
  wishes = $state<Wishes>({ ...usual(), ...kept() });

  set<Name extends keyof Wishes>(name: Name, value: Wishes[Name]): void {
    this.wishes[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wishes));
    } catch {
      // A browser that keeps nothing: the wish holds until the page is closed.
    }
  }

  #calm = false;

  /** True if things may move. */
  get moving(): boolean {
    if (this.#calm || !this.wishes.motion) return false;
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Nothing moves in what is drawn next. */
  calm(): void {
    this.#calm = true;
    // The page is drawn before any timer runs.
    setTimeout(() => (this.#calm = false));
  }
}

export const settings = new Settings();
