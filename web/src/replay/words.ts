import type { ReplayKey } from "../words/replay/en";
import { gameWords, words } from "../words/words.svelte";

export const t = gameWords<ReplayKey>("replay");

export function loadWords(): Promise<void> {
  return words.loadGame("replay", {
    de: () => import("../words/replay/de"),
    en: () => import("../words/replay/en"),
    sl: () => import("../words/replay/sl"),
  });
}
