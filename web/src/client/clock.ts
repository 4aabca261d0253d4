/** Table time, by the difference to one's own clock at the last message. */

export class Clock {
  #offset = 0;

  /** A message of this table time has come just now. */
  set(at: number, now = performance.now()): void {
    this.#offset = at - now;
  }

  now(own = performance.now()): number {
    return own + this.#offset;
  }

  /** Milliseconds until that table time; never less than none. */
  left(deadline: number, own = performance.now()): number {
    return Math.max(0, deadline - this.now(own));
  }
}
