/**
 * The tables of the games. A folder here with an `index.ts` is a game's; it is loaded when somebody
 * comes to such a table. A game without one is played at the generic table, from what it is told.
 */

import type { Component } from "svelte";
import type { Scene, TableStore } from "../tables/table.svelte";
import type { Asking } from "../client/connection";
import type { Action, Event, ObservationInfo, View } from "../client/types.gen";
import type { Face } from "../cards/faces";
import type { ScoreRow } from "../scores/rows";
import type { Loaders } from "../i18n/shared";
import { loadReasons } from "../i18n/naming";
import { words } from "../i18n/texts.svelte";

export interface GameFront {
  Table: Component<{ table: TableStore }>;
  /** Its pack, so that the pictures are there before cards are dealt. */
  faces?: readonly Face[];
  /** What a table that is opened by one tap has other than its profile. */
  options?: Asking<"open">["options"];
  /** The game's words, one file for each language. */
  words: Loaders;
  /** How long a scene is looked at before the next is drawn, in milliseconds. */
  hold?: (scene: Scene) => number;
  /** Whose turn it is, where others may act, too. */
  movers?: (observation: ObservationInfo) => readonly number[];
  /** The score sheet of the match, a row for each round. */
  scores?: (view: View, table: TableStore) => ScoreRow[];
  /** A sentence about an event for those who listen; null for what needs none. */
  tell?: (event: Event, table: TableStore) => string | null;
  /** What keys do at its table, a sentence for each; missing: what they do where tricks are played. */
  keys?: () => readonly string[];
  /** Somebody's hand lying open, as it is in a replay. */
  Hand?: Component<{ view: View }>;
  /** What the seat of a view could know of the others, in sentences; for reviews. */
  known?: (view: View, table: TableStore) => string[];
  /** An action in words, for hints: "play the ten of hearts". */
  name?: (action: Action, table: TableStore) => string;
}

const FRONTS = import.meta.glob<{ default: GameFront }>("./*/index.ts");

/** Let a table go at the game's pace. */
export function follow(table: TableStore, front: GameFront): void {
  table.hold = front.hold ?? (() => 0);
  table.movers = front.movers ?? ((observation) => observation.turn);
}

export async function frontOf(game: string): Promise<GameFront> {
  const load = FRONTS[`./${game}/index.ts`] ?? FRONTS["./generic/index.ts"]!;
  const { default: front } = await load();
  await Promise.all([words.loadGame(game, front.words), loadReasons()]);
  return front;
}
