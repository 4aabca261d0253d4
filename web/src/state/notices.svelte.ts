/** Short sentences for a moment: why something was refused, what was copied, who came. */

import { Refusal } from "../client/connection";
import { words } from "../i18n/texts.svelte";

export interface Notice {
  id: number;
  text: string;
  /** What the server says stays until somebody has read it. */
  kind: "quiet" | "refusal" | "house";
}

const SHOWN_MS = 5000;

class Notices {
  list = $state.raw<readonly Notice[]>([]);
  /** What a screen reader says, politely and at once. */
  polite = $state("");
  assertive = $state("");
  #last = 0;

  show(text: string, kind: Notice["kind"] = "quiet"): void {
    const id = ++this.#last;
    this.list = [...this.list.filter((notice) => notice.text !== text), { id, text, kind }].slice(-3);
    if (kind !== "house") setTimeout(() => this.drop(id), SHOWN_MS);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** For `.catch`: says why, in the language of the page. */
  refused(reason: unknown, game?: string): void {
    if (reason instanceof Refusal) this.show(words.refusal(reason, game), "refusal");
    else throw reason;
  }

  /** For those who listen: a card played, a trick won. */
  tell(text: string): void {
    this.polite = text;
  }

  /** For those who listen, at once: it is your turn. */
  call(text: string): void {
    this.assertive = text;
  }
}

export const notices = new Notices();
