/** Where it was lost: every decision of a seat in a deal, beside what a good bot would have done. */

import { isVote } from "../games/tricks/votes";
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

  constructor(
    private readonly archive: Archive,
    /** The deal and the seat that it is about. */
    readonly round: number,
    readonly seat: number,
  ) {}

  async look(steps: readonly Step[]): Promise<void> {
    const own = steps.flatMap((step, place) =>
      step.seat === this.seat && !isVote(step.action) ? [{ step, place }] : [],
    );
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
