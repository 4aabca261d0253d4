/**
 * A trick that was just won is looked at for a moment before it goes to its winner. The observation that
 * comes with its last card knows it as won already, so the page keeps it on the table.
 */

import { LOOK } from "../../cards/motion";
import type { Scene, TableStore } from "../../tables/table.svelte";

export class Looking {
  /** The trick that is looked at, counted from 1; null: none. */
  trick = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `won` tells which trick a scene has ended. Returns how to stop it. */
  follow(table: TableStore, won: (scene: Scene) => number | null): () => void {
    const stop = table.listen((scene) => {
      const trick = won(scene);
      if (trick === null) return;
      clearTimeout(this.#timer);
      this.trick = trick;
      this.#timer = setTimeout(() => (this.trick = null), LOOK);
    });
    return () => {
      stop();
      clearTimeout(this.#timer);
    };
  }

  /** Enough of it. */
  end(): void {
    clearTimeout(this.#timer);
    this.trick = null;
  }
}
