/** What one is to decide, unless it is which card to play: made of what one may do. */

import type { FormInfo, LegalAction, TarockAction, TarockView } from "../../client/types.gen";
import type { Choice, Option } from "../tricks/choices";
import { votesTold } from "../tricks/votes";
import { aimOf, contractName, kingName, saidWords, t, voteName } from "./wording";

export type Name = (seat: number) => string;

export function choiceNow(
  view: TarockView,
  legal: readonly TarockAction[],
  name: Name,
): Choice<TarockAction> | null {
  if (view.phase === "scored") return votes(view, legal, name);
  if (view.mover !== view.seat || legal.length === 0) return null;
  if (view.phase === "bidding") return auction(view, legal);
  if (view.phase === "calling") return kings(view, legal);
  return null;
}

function auction(view: TarockView, legal: readonly TarockAction[]): Choice<TarockAction> {
  const options: Option<TarockAction>[] = [];
  for (const action of legal) {
    if (action.type === "throw_in") options.push({ label: t("throw_in"), action });
    if (action.type !== "bid") continue;
    const pass = action.contract === "pass";
    const label = contractName(action.contract);
    options.push(pass ? { label, action, main: true } : { label, action, note: aimOf(action.contract) });
  }
  const mayPass = options.some((option) => option.main);
  // What was bid, and who is forehand, stands at the seats.
  const notes: string[] = [];
  if (view.seat !== null && (view.radli[view.seat] ?? 0) > 0) notes.push(t("radelc_held"));
  return {
    subject: `bid.${view.deal}.${view.bids.length}`,
    title: t(mayPass ? "bid_title" : "bid_forced"),
    notes,
    options,
    shown: [],
    confirm: (contract) => t("bid_sure", { contract }),
  };
}

function kings(view: TarockView, legal: readonly TarockAction[]): Choice<TarockAction> {
  const options: Option<TarockAction>[] = [];
  for (const action of legal) {
    if (action.type !== "call_king") continue;
    const king = `${action.suit}K`;
    const option: Option<TarockAction> = { label: kingName(action.suit), action, cards: [king] };
    options.push(view.hand?.includes(king) ? { ...option, note: t("own_king") } : option);
  }
  return {
    subject: `king.${view.deal}`,
    title: t("call_title"),
    notes: [t("call_note")],
    options,
    shown: [],
    confirm: (king) => t("call_sure", { king }),
  };
}

function votes(
  view: TarockView,
  legal: readonly TarockAction[],
  name: Name,
): Choice<TarockAction> | null {
  if (view.seat === null || legal.length === 0) return null;
  const own = view.votes[view.seat];
  const options = view.choices
    .filter((choice) => choice !== own)
    .map((choice) => ({
      label: voteName(choice),
      action: { type: "vote", choice } as const,
      main: choice === "continue",
      seldom: choice !== "continue",
      ...(choice === "end" ? { warning: t("end_sure") } : {}),
    }));
  const notes = votesTold(view.votes, name, (vote, names) =>
    t("wants", { name: names, vote: voteName(vote) }),
  );
  return { subject: `votes.${view.deal}`, title: t("how_on"), notes, options, shown: [] };
}

/** A pile of the talon that may be taken, with the cards that may be laid down for it. */
export interface Pile {
  picked: number;
  cards: readonly string[];
  layable: readonly string[];
  must: readonly string[];
  count: number;
}

export function pilesNow(
  view: TarockView,
  legal: readonly LegalAction[],
  forms: readonly FormInfo[],
): Pile[] {
  if (view.phase !== "exchange" || view.mover !== view.seat) return [];
  return forms.flatMap((form) => {
    const example = legal.find((one) => one.number === form.number)?.action as
      | TarockAction
      | undefined;
    const field = form.fields[0];
    if (example?.type !== "exchange" || !field) return [];
    return [
      {
        picked: example.picked,
        cards: view.piles[example.picked] ?? [],
        layable: (field.of ?? []) as string[],
        must: field.must as string[],
        count: field.least,
      },
    ];
  });
}

/** As many cards as must be laid down, with this one: so it is this one that is wrong with them. */
export function triedWith(card: string, chosen: readonly string[], pile: Pile): string[] {
  const others = [...pile.must, ...chosen, ...pile.layable].filter((one) => one !== card);
  return [card, ...new Set(others)].slice(0, pile.count);
}

export interface Announceable {
  bonuses: readonly string[];
  kontra: readonly string[];
}

/** What may be announced in one's turn to speak; null: it is not one's turn. */
export function announceNow(
  view: TarockView,
  legal: readonly TarockAction[],
  forms: readonly FormInfo[],
): Announceable | null {
  if (view.phase !== "announcing" || !legal.some((action) => action.type === "announce")) return null;
  const form = forms.find((one) => one.action === "announce");
  const of = (name: string) =>
    (form?.fields.find((field) => field.name === name)?.of ?? []) as string[];
  return { bonuses: of("bonuses"), kontra: of("kontra") };
}

/** What a seat has said kontra to, or to a kontra. */
export function doubledBy(view: TarockView, seat: number): { target: string; factor: number }[] {
  return view.said.filter((one) => one.seat === seat).flatMap((one) => one.kontra);
}

/** What the others have announced so far. */
export function saidTold(view: TarockView, name: Name): string[] {
  return view.said.flatMap((one) => {
    const words = saidWords(one.bonuses, one.kontra).join(", ");
    return words ? [t("live_said", { name: name(one.seat), words })] : [];
  });
}
