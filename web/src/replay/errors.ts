import { Refusal } from "../client/connection";
import { replayWords, type ReplayKey } from "../i18n/shared";
import { gameWords, t as page, words } from "../i18n/texts.svelte";

export const t = gameWords<ReplayKey>("replay");

export function loadWords(): Promise<void> {
  return words.loadGame("replay", replayWords);
}

/** Why a match cannot be looked at. */
export function told(reason: unknown): string {
  if (!(reason instanceof Refusal)) return reason instanceof Error ? reason.message : String(reason);
  return reason.code === "unknown_match" ? page("unknownMatch") : words.refusal(reason);
}
