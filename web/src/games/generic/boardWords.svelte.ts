/** What a game calls its cards and fields (`Game.words` on the server), in the language of the page. */

import { SvelteMap } from "svelte/reactivity";
import { words } from "../../i18n/texts.svelte";

export interface BoardWords {
  cards: Record<string, string>;
  card_fields: readonly string[];
  fields: Record<string, string>;
}

/** Everything is read as it is written. */
export const NO_WORDS: BoardWords = { cards: {}, card_fields: [], fields: {} };

const known = new SvelteMap<string, BoardWords>();
const asked = new Set<string>();

/** Of that game; until the server has answered there are none. */
export function boardWords(game: string): BoardWords {
  const path = `/api/games/${encodeURIComponent(game)}/words?language=${words.language}`;
  if (!asked.has(path)) {
    asked.add(path);
    void load(path);
  }
  return known.get(path) ?? NO_WORDS;
}

async function load(path: string): Promise<void> {
  try {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(answer.statusText);
    known.set(path, (await answer.json()) as BoardWords);
  } catch {
    // The table can be played without; the next one asks again.
    asked.delete(path);
  }
}
