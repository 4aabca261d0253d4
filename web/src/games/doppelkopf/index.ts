/** Doppelkopf in the page. */

import { pack, SUITS } from "../../cards/faces";
import type { DoppelkopfAction, DoppelkopfEvent, DoppelkopfView } from "../../client/types.gen";
import type { GameFront } from "../registry";
import { doppelkopfWords } from "../../i18n/doppelkopf";
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
  faces: pack(SUITS, ["q", "j", "10", "a", "k", "9"]),
  words: doppelkopfWords,
  hold,
  movers: undecided,
  scores: (view) => scores(view as DoppelkopfView),
  tell: (event, table) => tell(event as DoppelkopfEvent, (seat) => table.name(seat)),
  known: (view, table) => known(view as DoppelkopfView, (seat) => table.name(seat)),
  name: (action) => actionName(action as DoppelkopfAction),
};

export default front;
