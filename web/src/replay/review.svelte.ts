/** Where it was lost: every decision of a seat in a deal, beside what a good bot would have done. */

import type { Advice, Archive, Step } from "./archive";

export interface Doubt {
  step: Step;
  place: number;
  advice: Advice;
}

export class Review {
  /** How many decisions there are, and how many have been looked at. */
  total = $state(0);
  done = $state(0);
  doubts = $state.raw<readonly Doubt[]>([]);
  #stopped = false;

  constructor(private readonly archive: Archive) {}

  async look(steps: readonly Step[], seat: number): Promise<void> {
    const own = steps.flatMap((step, place) => (step.seat === seat ? [{ step, place }] : []));
    this.total = own.length;
    this.done = 0;
    this.doubts = [];
    for (const { step, place } of own) {
      if (this.#stopped) return;
      const advice = await this.archive.advice(step.seq);
      this.done += 1;
      if (!advice.same && advice.action) this.doubts = [...this.doubts, { step, place, advice }];
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}
