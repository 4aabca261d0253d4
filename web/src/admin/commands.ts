/** What an administrator does: the server does it, or says why not. */

import type { Administer, Administered, People, Tables } from "../client/types.gen";
import { server } from "../state/server.svelte";
import { notices } from "../state/notices.svelte";

type AdminCommand = Administer["command"];

/** What answers each command. */
interface Lists {
  list_people: People;
  list_tables: Tables;
}

/** Null where it was refused, which is said already. */
export async function doing<Kind extends AdminCommand["type"]>(
  command: Extract<AdminCommand, { type: Kind }>,
  done?: string,
): Promise<(Kind extends keyof Lists ? Lists[Kind] : Administered) | null> {
  try {
    const answer = await server.connection.ask("administer", { command });
    if (done) notices.show(done);
    return answer as Kind extends keyof Lists ? Lists[Kind] : Administered;
  } catch (refusal) {
    notices.refused(refusal);
    return null;
  }
}
