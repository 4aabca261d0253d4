import { replayWords, type ReplayKey } from "../words/shared";
import { gameWords, words } from "../words/words.svelte";

export const t = gameWords<ReplayKey>("replay");

export function loadWords(): Promise<void> {
  return words.loadGame("replay", replayWords);
}
