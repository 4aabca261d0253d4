/** Tables as one comes to them, for tests of what is drawn. */

import type { FormInfo, LegalAction, ObservationInfo, TarockView } from "../../src/client/types.gen";
import { TableStore, type Asker } from "../../src/tables/table.svelte";
import { seated, observation } from "../socket";

export function tarockView(parts: Partial<TarockView>): TarockView {
  return {
    ...{ seat: 0, phase: "play", deal: 1, dealer: 3, forehand: 0, mover: 0, hand: ["T21"], dealt: null },
    ...{ counts: [1, 1, 1, 1], bids: [], contract: "three", declarer: 0, called: "H", partner: null },
    ...{ partner_known: false, piles: [], picked: null, shown: [], discarded: null, said: [] },
    ...{ announced: [], game_factor: 1, tricks: [], trick: null, open_hand: null, radli: [0, 0, 0, 0] },
    ...{ totals: [0, 0, 0, 0], sheet: [], votes: [], choices: [], deadline: null, over: false },
    ...parts,
  } as TarockView;
}

/** Six cards, of which three have to go with either pile. */
export function talon(parts: Partial<TarockView> = {}): ObservationInfo {
  const hand = ["T21", "T5", "CK", "C10", "S8", "D1"];
  const piles = [["T18", "H4", "SJ"], ["T2", "HN", "D4"]];
  const of = (pile: number) => ["C10", "S8", "D1", ...piles[pile]!.slice(1)];
  const legal = [0, 1].map((picked) => ({
    number: picked,
    action: { type: "exchange", picked, cards: of(picked).slice(0, 3) },
  }));
  const forms = [0, 1].map((number) => ({
    action: "exchange",
    number,
    fields: [{ name: "cards", least: 3, most: 3, of: of(number), must: [] }],
  }));
  const view = tarockView({ phase: "exchange", hand, piles, ...parts });
  return { ...observation(), view, legal: legal as LegalAction[], forms: forms as FormInfo[] };
}

/** At the table of that game, where nobody answers anything. */
export function atTable(game: string, now: ObservationInfo): TableStore {
  const nobody = { ask: () => Promise.reject(new Error("nobody is asked")) } as unknown as Asker;
  const table = new TableStore(nobody, seated({ observation: now }));
  table.info.game = game;
  table.info.seats = table.info.seats.map((seat) => ({ ...seat, used: true }));
  return table;
}
