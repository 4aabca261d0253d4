/** Tiles in the page. */

import type { TilesAction, TilesEvent, TilesView } from "../../client/types.gen";
import type { GameFront } from "../registry";
import { tilesWords } from "../../i18n/tiles";
import Hand from "./Hand.svelte";
import Table from "./Table.svelte";
import { scores } from "./sheet";
import { hold, tell } from "./telling";
import { actionName, t } from "./wording";

const front: GameFront = {
  Table,
  Hand,
  words: tilesWords,
  hold,
  scores: (view, table) => scores(view as TilesView, (seat) => table.name(seat)),
  tell: (event, table) => tell(event as TilesEvent, (seat) => table.name(seat)),
  keys: () => [t("keys.rack"), t("keys.draw"), t("keys.take"), t("keys.put")],
  name: (action) => actionName(action as TilesAction),
};

export default front;
