/** What one is to decide, or may say: made of what the table says that one may do. */

import type {
  DoppelkopfAction,
  DoppelkopfPointOut,
  DoppelkopfSay,
  DoppelkopfView,
  FormInfo,
} from "../../client/types.gen";
import type { Choice, Option } from "../tricks/choices";
import { votesTold } from "../tricks/votes";
import { answer, cardName, misconduct, moveName, said, t } from "./wording";

export type Name = (seat: number) => string;

const CALLS = ["re", "kontra", "no90", "no60", "no30", "black"];
/** What may be said beside the answers to questions. */
const FREE = [...CALLS, "pigs", "superpigs", "throw"];
/** What is said most often stands first. */
const FIRST = ["reservation_no", "solo_no", "continue_yes"];

/** After these the match does not go on. */
const ENDS = ["end_yes", "cancel_yes"];

/** The answers to each question, for tables where a wrong one can be given. */
const YES_NO = ["reservation", "throw", "pigs", "superpigs", "poverty", "wedding"];

export interface Call {
  action: DoppelkopfSay;
  word: string;
  /** "until 11 cards"; nothing where the chance does not go by cards. */
  until: string;
  /** Properly it could not be said any more. */
  late: boolean;
}

/** What stands at a seat: what it has called, or before the first trick what it has said last. */
export function flagsOf(view: DoppelkopfView, seat: number): DoppelkopfView["said"] {
  const own = view.said.filter((one) => one.seat === seat);
  const calls = own.filter((one) => one.party !== null);
  return view.phase === "reservations" && calls.length === 0 ? own.slice(-1) : calls;
}

function words(legal: readonly DoppelkopfAction[]): DoppelkopfSay[] {
  return legal.filter((action) => action.type === "say");
}

/** What can be called now, each with its deadline. */
export function callsNow(
  view: DoppelkopfView,
  legal: readonly DoppelkopfAction[],
  lenient: boolean,
): Call[] {
  const calls = words(legal)
    .filter((action) => FREE.includes(action.word))
    .map((action) => ({
      action,
      word: said(action.word),
      until: CALLS.includes(action.word) ? untilTold(view.call_until, view.hand?.length) : "",
      late: false,
    }));
  const next = view.next_call;
  const open = calls.some((call) => CALLS.includes(call.action.word));
  const hand = view.hand?.length ?? 0;
  if (lenient && next !== null && !open && hand > 0) {
    const action: DoppelkopfSay = { type: "say", word: next };
    calls.push({ action, word: said(next), until: t("table.too_late"), late: true });
  }
  return calls;
}

function untilTold(cards: number | null, held: number | undefined): string {
  if (cards === null) return "";
  if (held !== undefined && held <= cards) return t("table.until_now");
  return cards <= 1 ? t("table.until_one") : t("table.until", { cards });
}

/** What the seat has to decide, unless it is which card to play. */
export function choiceNow(
  view: DoppelkopfView,
  legal: readonly DoppelkopfAction[],
  lenient: boolean,
  name: Name,
): Choice<DoppelkopfAction> | null {
  if (view.complaint !== null && view.complaint.accuser === view.seat) {
    return ownComplaint(view, legal, name);
  }
  // While a complaint is open everything but the vote on it waits.
  const asked = view.questions.find(
    ({ seat, question }) =>
      seat === view.seat && (view.complaint === null || question === "accusation_vote"),
  );
  if (asked) return question(view, asked.question, legal, lenient, name);
  if (view.phase === "end") return votes(view, legal, name);
  return null;
}

function question(
  view: DoppelkopfView,
  asked: DoppelkopfView["questions"][number]["question"],
  legal: readonly DoppelkopfAction[],
  lenient: boolean,
  name: Name,
): Choice<DoppelkopfAction> | null {
  const blanks: Record<string, string> = {};
  if (view.poverty) blanks.name = name(view.poverty.seller);
  if (view.complaint) {
    blanks.accuser = name(view.complaint.accuser);
    blanks.accused = name(view.complaint.accused);
    blanks.misconduct = misconduct(view.complaint.misconduct);
  }
  const proper = words(legal).filter((action) => !FREE.includes(action.word));
  const options: Option<DoppelkopfAction>[] = proper.map((action) => ({
    label: answer(action.word),
    action,
    main: FIRST.includes(action.word),
    ...(action.word === "reservation_yes" ? { warning: t("table.reserved_sure") } : {}),
  }));
  options.sort((one, other) => Number(other.main) - Number(one.main));
  if (lenient && YES_NO.includes(asked)) {
    for (const word of [`${asked}_yes`, `${asked}_no`]) {
      if (proper.some((action) => action.word === word)) continue;
      const action: DoppelkopfSay = { type: "say", word };
      options.push({ label: answer(word), action, warning: t("table.wrong_answer_warning") });
    }
  }
  const solos = asked === "solo" || asked === "black_sow_solo";
  const confirm = (label: string) => t("table.play_solo", { solo: label });
  const notes: string[] = [];
  if (asked === "reservation") notes.push(t("table.reserved_means"));
  if (asked === "wedding") notes.push(t("table.wedding_means"));
  if (asked === "poverty_accept") notes.push(t("table.offered"));
  const shown = asked === "poverty_accept" ? (view.poverty?.passed ?? []) : [];
  // Who has said to have a reservation, and has no other, must play one.
  const must = asked === "solo" && !proper.some((action) => action.word === "solo_no");
  const title = must ? t("table.which_solo") : t(`questions.${asked}`, blanks);
  return { subject: `${view.round}.${asked}`, title, notes, options, shown, ...(solos ? { confirm } : {}) };
}

function ownComplaint(
  view: DoppelkopfView,
  legal: readonly DoppelkopfAction[],
  name: Name,
): Choice<DoppelkopfAction> {
  const complaint = view.complaint!;
  const accused = name(complaint.accused);
  // A move that cannot be what one complains of would only cost points.
  const fitting = complaint.misconduct === "wrong_card" ? "card" : "announcement";
  const moves = legal.filter(
    (action): action is DoppelkopfPointOut => action.type === "point_out" && action.kind === fitting,
  );
  // Somebody plays a card in each trick; there are two of each card, so the trick is named.
  const cards = (complaint.moves ?? []).filter((move) => move.kind === "card");
  const pointed = (action: DoppelkopfPointOut) => {
    const trick = cards.findIndex((move) => move.id === action.id) + 1;
    if (trick === 0) return moveName(action.kind, action.data);
    return t("table.move_in_trick", { trick, card: cardName(action.data) });
  };
  const options: Option<DoppelkopfAction>[] = moves.map((action) => ({
    label: pointed(action),
    action,
  }));
  const withdraw = legal.find((action) => action.type === "withdraw");
  if (withdraw) options.push({ label: t("table.withdraw"), action: withdraw, danger: true });
  const title =
    complaint.misconduct === "external"
      ? t("table.complain_votes", { name: accused })
      : t("table.complain_move", { name: accused });
  return { subject: "complaint", title, notes: [], options, shown: [] };
}

function votes(
  view: DoppelkopfView,
  legal: readonly DoppelkopfAction[],
  name: Name,
): Choice<DoppelkopfAction> | null {
  const options: Option<DoppelkopfAction>[] = words(legal).map((action) => ({
    label: answer(action.word),
    action,
    main: FIRST.includes(action.word),
    seldom: !FIRST.includes(action.word),
    ...(ENDS.includes(action.word) ? { warning: t("table.end_sure") } : {}),
  }));
  if (options.length === 0) return null;
  options.sort((one, other) => Number(other.main ?? false) - Number(one.main ?? false));
  const notes = votesTold(view.votes, name, (vote, names) =>
    t("table.wants", { name: names, vote: said(`${vote}_yes`) }),
  );
  return { subject: `votes.${view.round}`, title: t("table.how_on"), notes, options, shown: [] };
}

/** The form to be filled in with three cards, if one is to do that now. */
export function threeCards(forms: readonly FormInfo[]): FormInfo | undefined {
  return forms.find((form) => form.action === "pass_cards" || form.action === "return_cards");
}
