/** What a table will need, before anybody is at it. */

import { prepare } from "../cards/pictures";
import { frontOf } from "../games/registry";

export async function fetchTable(game: string): Promise<void> {
  const [front] = await Promise.all([frontOf(game), import("./Door.svelte")]);
  prepare(front.faces ?? []);
}
