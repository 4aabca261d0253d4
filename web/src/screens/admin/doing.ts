/** What an administrator does: the house does it, or says why not. */

import type { Administer, Administered, People, Tables } from "../../protocol/types.gen";
import { house } from "../../state/house.svelte";
import { notices } from "../../state/notices.svelte";

type Deed = Administer["deed"];

/** What answers each deed. */
interface Lists {
  list_people: People;
  list_tables: Tables;
}

/** Null where it was refused, which is said already. */
export async function doing<Kind extends Deed["type"]>(
  deed: Extract<Deed, { type: Kind }>,
  done?: string,
): Promise<(Kind extends keyof Lists ? Lists[Kind] : Administered) | null> {
  try {
    const answer = await house.connection.ask("administer", { deed });
    if (done) notices.show(done);
    return answer as Kind extends keyof Lists ? Lists[Kind] : Administered;
  } catch (refusal) {
    notices.refused(refusal);
    return null;
  }
}
