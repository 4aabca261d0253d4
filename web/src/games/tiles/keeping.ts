/** How one has arranged one's tiles is kept for the match: a reload or a second tab disturbs nothing. */

import { PLACES, type Rack } from "./rack";

const KEY = "stammtisch.rack";

export function keep(match: string | null, rack: Rack): void {
  if (match === null) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ match, rack }));
  } catch {
    // Without storage the tiles lie as the table has them after a reload.
  }
}

export function kept(match: string | null): Rack | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as {
      match: string;
      rack: Rack;
    } | null;
    return stored?.match === match && stored.rack.length === PLACES ? stored.rack : null;
  } catch {
    return null;
  }
}
