/** The table for every game that has none of its own here. */

import type { GameFront } from "../registry";
import { boardWords } from "./boardWords.svelte";
import Table from "./Table.svelte";
import { describe } from "./wording";

const none = () => Promise.resolve({ default: {} });

const front: GameFront = {
  Table,
  words: { de: none, en: none, sl: none },
  name: (action, table) => describe(action, boardWords(table.info.game)),
};

export default front;
