/**
 * What one gives to the shuffle, so that nobody can choose the deals. The page commits to it before
 * anybody has opened theirs, and opens it by itself when all have committed (docs/fair-deals.md).
 *
 * It is kept in the browser until it is opened: after a reload, or from a second tab, it must still
 * be found, or one would lose the seat.
 */

import type { Connection } from "./connection";
import { hex, sha256, text } from "../proof/hashing";

const BYTES = 16;
const KEY = "stammtisch.nonce.";

export class Nonces {
  #opened = "";

  constructor(
    private readonly connection: Pick<Connection, "ask">,
    private readonly table: string,
    private readonly kept: Storage = localStorage,
  ) {}

  /** Ready for the next match, with the hash of a new nonce. */
  async commit(): Promise<void> {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    this.kept.setItem(KEY + this.table, nonce);
    await this.connection.ask("ready", { hash: await hashOf(nonce) });
  }

  /** Everybody has committed: open ours, if it is the one whose hash stands at our seat. */
  async open(hashes: readonly (string | null)[], seat: number | null): Promise<void> {
    const nonce = this.kept.getItem(KEY + this.table);
    if (seat === null || nonce === null || nonce === this.#opened) return;
    if ((await hashOf(nonce)) !== hashes[seat]) return;
    this.#opened = nonce;
    await this.connection.ask("disclose", { nonce });
  }

  /** The match has begun: what was opened is no secret any more. */
  forget(): void {
    this.kept.removeItem(KEY + this.table);
  }
}

async function hashOf(nonce: string): Promise<string> {
  return hex(await sha256(text(nonce)));
}
