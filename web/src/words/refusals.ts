import type { RefusalCodes } from "../protocol/types.gen";

/** Why a game refuses something, in a language that the server does not speak: every code. */
export type RefusalWords<Game extends keyof RefusalCodes> = Record<
  `refusal.${RefusalCodes[Game]}`,
  string
>;
