/** What a table will need, before anybody is at it. */

import { prepare } from "../cards/pictures";
import { frontOf } from "../games/registry";

export async function fetchTable(game: string): Promise<void> {
  try {
    const [front] = await Promise.all([frontOf(game), import("../accounts/SignIn.svelte")]);
    prepare(front.faces ?? []);
  } catch {
    // What does not come now is asked for again at the table.
  }
}
