/** What is said and done: bubbles at the seats for four seconds, and in the log for ever. */

import type { MaoEvent } from "../../protocol/types.gen";
import { tell, type Who } from "./telling";
import { said } from "./wording";

const BUBBLE_MS = 4000;
const MOST = 400;

export class Talks {
  /** What each seat has just said. */
  bubbles = $state<Record<number, string>>({});
  /** What the chairman said last. */
  chairman = $state("");
  log = $state.raw<readonly string[]>([]);

  note(event: MaoEvent, who: Who): void {
    const told = tell(event, who);
    if (told) this.log = [...this.log, told].slice(-MOST);
    if (event.type !== "talked") return;
    const seat = event.seat;
    const text = said(seat, event.text);
    if (seat === null) {
      this.chairman = text;
      return;
    }
    this.bubbles[seat] = text;
    setTimeout(() => {
      if (this.bubbles[seat] === text) delete this.bubbles[seat];
    }, BUBBLE_MS);
  }
}
