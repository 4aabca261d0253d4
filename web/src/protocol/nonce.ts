/** What one gives to the shuffle, so that the house cannot choose the deals. */

import type { Connection } from "./connection";
import type { Accepted } from "./types.gen";

const BYTES = 16;

export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Ready for the next match, with a nonce of one's own; it comes back in the `started` news. */
export function sayReady(connection: Pick<Connection, "ask">): Promise<Accepted> {
  return connection.ask("ready", { nonce: freshNonce() });
}
