/** Random numbers from a seed, as docs/fair-deals.md has them. */

import { joined, number, sha256 } from "../client/hashing";

const SPAN = 2 ** 32;

export class Stream {
  #block = 0;
  #words: number[] = [];

  constructor(private readonly seed: Uint8Array) {}

  async #word(): Promise<number> {
    if (this.#words.length === 0) {
      const bytes = await sha256(joined(this.seed, number(this.#block++, 8)));
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < bytes.length; at += 4) this.#words.push(view.getUint32(at));
    }
    return this.#words.shift()!;
  }

  /** A number from 0 to bound − 1. */
  async below(bound: number): Promise<number> {
    const limit = SPAN - (SPAN % bound);
    for (;;) {
      const word = await this.#word();
      if (word < limit) return word % bound;
    }
  }

  async shuffled<Item>(items: readonly Item[]): Promise<Item[]> {
    const deck = [...items];
    for (let last = deck.length - 1; last > 0; last--) {
      const other = await this.below(last + 1);
      [deck[last], deck[other]] = [deck[other]!, deck[last]!];
    }
    return deck;
  }
}
