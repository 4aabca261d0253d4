/**
 * What one gives to the shuffle, so that nobody can choose the deals. One commits to it before
 * anybody has opened theirs, and opens it by oneself when all have committed (docs/fair-deals.md).
 *
 * It is kept until it is opened: after a reload, or from a second tab, it must still be found, or
 * one would lose the seat. If it is not, there is time for another one until all have committed.
 */

import type { Connection } from "./connection";
import { hex, sha256, text } from "./hashing";
import type { Kept } from "./kept";
import type { Event, Missed, Table } from "./types.gen";

const BYTES = 16;
/** So many nonces are remembered: the last of them that the table took is among them. */
const MOST = 8;
const KEY = "stammtisch.nonce.";

export class Nonces {
  /** All since the last match began: which of them counts the table says when it asks for it. */
  #own: string[] = [];
  #opened = "";

  constructor(
    private readonly connection: Pick<Connection, "ask">,
    private readonly table: string,
    private readonly kept: Kept,
  ) {}

  /** The nonce that was opened for the next match; null: none, or by another device. */
  get given(): string | null {
    return this.#opened || null;
  }

  /** One has come to the table, or back to it: open what is waited for, replace what was lost. */
  arrived({ disclosing, seat, table }: Table | Missed): void {
    if (disclosing) this.#quietly(this.open(disclosing.hashes, seat));
    else if (seat !== null && table.phase !== "playing" && table.seats[seat]?.ready) {
      if (this.#known.length === 0) this.#quietly(this.commit());
    }
  }

  told(event: Event, seat: number | null): void {
    if (event.type === "committed") this.#quietly(this.open(event.hashes, seat));
    else if (event.type === "started") this.forget();
    // Ours was opened in vain, by no fault of ours: another one, unasked.
    else if (event.type === "unreadied" && event.again && event.seat === seat) {
      this.#opened = "";
      this.#quietly(this.commit());
    }
  }

  /** Ready for the next match, with the hash of a new nonce. */
  async commit(): Promise<void> {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    this.#own = [nonce, ...this.#known].slice(0, MOST);
    try {
      this.kept.setItem(KEY + this.table, this.#own.join(" "));
    } catch {
      // A full or forbidden store: it is known as long as the page is open.
    }
    await this.connection.ask("ready", { hash: await hashOf(nonce) });
  }

  /** Everybody has committed: open ours, if it is one whose hash stands at our seat. */
  async open(hashes: readonly (string | null)[], seat: number | null): Promise<void> {
    if (seat === null) return;
    for (const nonce of this.#known) {
      if (nonce === this.#opened || (await hashOf(nonce)) !== hashes[seat]) continue;
      this.#opened = nonce;
      await this.connection.ask("disclose", { nonce });
      return;
    }
  }

  /** The match has begun: what was opened is no secret any more. */
  forget(): void {
    this.#own = [];
    this.#opened = "";
    this.kept.removeItem(KEY + this.table);
  }

  /** Another tab may have done it already, or the match has begun without it. */
  #quietly(doing: Promise<void>): void {
    doing.catch(() => undefined);
  }

  /** Another tab may have committed after us, or the store may have been emptied under us. */
  get #known(): string[] {
    const kept = this.kept.getItem(KEY + this.table)?.split(" ") ?? [];
    return [...new Set([...kept, ...this.#own])];
  }
}

async function hashOf(nonce: string): Promise<string> {
  return hex(await sha256(text(nonce)));
}
