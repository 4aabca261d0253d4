/** The two quick ways to a table. Both give the invite of the new one. */

import type { Asking } from "../protocol/connection";
import { house } from "./house.svelte";

type Level = NonNullable<Asking<"open">["bots"]>;

function usual(game: string): Asking<"open"> {
  const info = house.game(game);
  const seats = Math.min(4, info?.most_seats ?? 4);
  return { game, profile: info?.usual_profile ?? "", seats, private: true };
}

/** Bots at all other seats, and the deal at once. */
export async function playBots(game: string, level: string): Promise<string> {
  const table = await house.open({ ...usual(game), bots: level as Level, fill_after: 0 });
  await table.ready();
  return table.invite;
}

/** An empty table whose link is shown first. */
export async function playFriends(game: string, level: string): Promise<string> {
  const table = await house.open({ ...usual(game), bots: level as Level, fill_after: null });
  return table.invite;
}
