/** Mao in the page. */

import { pack, SUITS } from "../../cards/faces";
import type { MaoAction, MaoEvent, MaoView } from "../../client/types.gen";
import type { GameFront } from "../registry";
import { maoWords } from "../../i18n/mao";
import { t as page } from "../../i18n/texts.svelte";
import Hand from "./Hand.svelte";
import Table from "./Table.svelte";
import { scores } from "./sheet";
import { hold, tell } from "./telling";
import { actionName, t } from "./wording";

const front: GameFront = {
  Table,
  Hand,
  faces: pack(SUITS, ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"]),
  words: maoWords,
  hold,
  scores: (view, table) => scores(view as MaoView, (seat) => (seat === null ? t("chairman") : table.name(seat))),
  // Anybody may throw a card at any time: the turn is what the round says it is.
  movers: ({ view }) => {
    const { turn } = view as MaoView;
    return turn === null ? [] : [turn];
  },
  tell: (event, table) =>
    tell(event as MaoEvent, (seat) => (seat === null ? t("chairman") : table.name(seat))),
  keys: () => [page("keyCards"), page("keyNumbers")],
  name: (action, table) =>
    actionName(action as MaoAction, (table.observation?.view ?? null) as MaoView | null, (seat) =>
      table.name(seat),
    ),
};

export default front;
