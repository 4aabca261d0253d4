/** Where a client keeps what it must find again: the browser's store, or only its own memory. */

export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** For as long as the program runs. */
export class Pocket implements Kept {
  readonly #things = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#things.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#things.set(key, value);
  }

  removeItem(key: string): void {
    this.#things.delete(key);
  }
}
