/** Those that people look for first; games of other packages follow. */

import type { GameInfo } from "../client/types.gen";

const ORDER = ["doppelkopf", "tarock", "tiles", "mao"];

const place = (name: string) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);

export function inOrder(games: readonly GameInfo[]): GameInfo[] {
  return [...games].sort((one, other) => place(one.name) - place(other.name));
}
