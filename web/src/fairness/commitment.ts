/**
 * What the server had shown before a match was dealt, and what one gave to it: kept in this browser,
 * because a record that was made anew from other secrets would hold, too.
 */

import type { Kept } from "../client/kept";

export interface Pledge {
  match: string;
  /** By which the server was bound, before anybody's nonce was opened. */
  commitment: string;
  /** One's own nonce, if this browser has opened one. */
  nonce: string | null;
}

const KEY = "stammtisch.pledges";
/** Older ones are forgotten: the store of a browser is small. */
const MOST = 200;

function all(kept: Kept): Pledge[] {
  try {
    return JSON.parse(kept.getItem(KEY) ?? "[]") as Pledge[];
  } catch {
    return [];
  }
}

export function keepPledge(pledge: Pledge, kept: Kept = localStorage): void {
  const before = pledgeOf(pledge.match, kept);
  // Another tab of the same seat may have opened the nonce.
  const nonce = pledge.nonce ?? before?.nonce ?? null;
  const others = all(kept).filter(({ match }) => match !== pledge.match);
  try {
    kept.setItem(KEY, JSON.stringify([...others, { ...pledge, nonce }].slice(-MOST)));
  } catch {
    // A full or forbidden store: then the record alone is checked.
  }
}

export function pledgeOf(match: string, kept: Kept = localStorage): Pledge | null {
  return all(kept).find((pledge) => pledge.match === match) ?? null;
}
