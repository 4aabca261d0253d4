/** What is said: bubbles at the seats for four seconds. The log is made of what is remembered. */

import type { MaoEvent } from "../../client/types.gen";
import { said } from "./chairman";

const BUBBLE_MS = 4000;

export class Talks {
  /** What each seat has just said. */
  bubbles = $state<Record<number, string>>({});

  note(event: MaoEvent): void {
    if (event.type !== "talked" || event.seat === null) return;
    const { seat } = event;
    const text = said(seat, event.text);
    this.bubbles[seat] = text;
    setTimeout(() => {
      if (this.bubbles[seat] === text) delete this.bubbles[seat];
    }, BUBBLE_MS);
  }
}
