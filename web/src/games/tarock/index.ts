/** Tarock in the page. */

import { pack, SUITS } from "../../cards/faces";
import type { TarockAction, TarockEvent, TarockView } from "../../client/types.gen";
import type { GameFront } from "../registry";
import { tarockWords } from "../../i18n/tarock";
import { undecided } from "../tricks/votes";
import Hand from "./Hand.svelte";
import Table from "./Table.svelte";
import { known } from "./knowing";
import { hold } from "./pace";
import { scores } from "./sheet";
import { tell } from "./telling";
import { actionName } from "./wording";

const front: GameFront = {
  Table,
  Hand,
  // Knights and the red ones have no pictures.
  faces: [
    ...pack(SUITS, ["k", "q", "j"]),
    ...pack(["c", "s"], ["10", "9", "8", "7"]),
    ...pack(["h", "d"], ["2", "3", "4"]),
  ],
  // Time to read how a deal was scored; it ends when all want to go on.
  options: { pause: 30 },
  words: tarockWords,
  hold,
  movers: undecided,
  scores: (view, table) => scores(view as TarockView, (seat) => table.name(seat)),
  tell: (event, table) => tell(event as TarockEvent, (seat) => table.name(seat)),
  known: (view, table) => known(view as TarockView, (seat) => table.name(seat)),
  name: (action, table) =>
    actionName(action as TarockAction, (table.observation?.view ?? null) as TarockView | null),
};

export default front;
