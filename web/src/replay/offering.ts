/** A table that can show its last deal again offers it to what is drawn in it. */

import { getContext, setContext } from "svelte";

const KEY = Symbol("review");

/** Null: here it is not offered, whatever is around. */
export function offerReview(open: (() => void) | null): void {
  setContext(KEY, open);
}

export function offeredReview(): (() => void) | null {
  return getContext<(() => void) | null | undefined>(KEY) ?? null;
}
