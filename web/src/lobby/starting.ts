/** The two quick ways to a table. Both give the invite of the new one. */

import type { Asking } from "../client/connection";
import { follow, frontOf, type GameFront } from "../games/registry";
import { server } from "../state/server.svelte";

function usual(game: string, { options = {} }: GameFront): Asking<"open"> {
  const info = server.game(game);
  const seats = Math.min(4, info?.most_seats ?? 4);
  return { game, profile: info?.usual_profile ?? "", options, seats, private: true };
}

/** Whoever has waited that long sees the table before its deal. */
const MOST_WAIT_MS = 1500;

/** Bots at all other seats, and the deal at once: nobody need see the table without it. */
export async function playBots(game: string, level: string): Promise<string> {
  const front = await frontOf(game);
  const table = await server.open({ ...usual(game, front), bots: level, fill_after: 0 });
  follow(table, front);
  const begun = new Promise<void>((resolve) => {
    const stop = table.listen(() => {
      stop();
      resolve();
    });
    setTimeout(resolve, MOST_WAIT_MS);
  });
  await table.ready();
  await begun;
  return table.invite;
}

/** An empty table whose link is shown first. */
export async function playFriends(game: string, level: string): Promise<string> {
  const run = { bots: level, fill_after: null };
  const table = await server.open({ ...usual(game, await frontOf(game)), ...run });
  return table.invite;
}
