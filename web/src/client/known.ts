/** What one knows of a table: from the answer that led to it, and from each message after that. */

import type {
  ChatLine,
  Event,
  Events,
  Missed,
  Played,
  SeatInfo,
  ObservationInfo,
  Table,
  TableInfo,
} from "./types.gen";

export interface Line extends ChatLine {
  /** Null: said by somebody who only watches, or before one came. */
  seat: number | null;
}

export interface Known {
  readonly invite: string;
  readonly info: TableInfo;
  /** One's seat; null while one watches. */
  readonly seat: number | null;
  readonly seq: number;
  /** All that one sees and may do now; null while there is no match. */
  readonly observation: ObservationInfo | null;
  readonly chat: readonly Line[];
  readonly scoreboard: readonly Played[];
  readonly match: string | null;
  readonly commitment: string;
  /** The words of a goodbye; null while the table is there. */
  readonly closed: string | null;
  /** The host has sent one away; `closed` is the reason, perhaps none. */
  readonly sentAway: boolean;
}

/** One has come to the table, or back to it. */
export function arrived(answer: Table | Missed): Known {
  return {
    invite: answer.invite,
    info: answer.table,
    seat: answer.seat,
    seq: answer.seq,
    observation: answer.observation ?? null,
    chat: answer.chat.map((line) => ({ ...line, seat: null })),
    scoreboard: answer.scoreboard,
    match: answer.match,
    commitment: answer.commitment,
    closed: null,
    sentAway: false,
  };
}

/** Something has happened there. */
export function followed(before: Known, message: Events): Known {
  const after = { ...before, seq: message.seq, observation: message.observation ?? before.observation };
  return message.events.reduce(noted, after);
}

/** The table's own news; a game's events are in the observation already. */
function noted(before: Known, event: Event): Known {
  const known = withSeats(before, event);
  const changed = (parts: Partial<TableInfo>): TableInfo => ({ ...known.info, ...parts });
  switch (event.type) {
    case "arranged":
      return known.seat === null ? known : { ...known, seat: event.order.indexOf(known.seat) };
    case "configured": {
      const { seats: _count, ...settings } = event.settings;
      return { ...known, info: changed({ ...settings, locked: event.locked }) };
    }
    case "started":
      return {
        ...known,
        match: event.match,
        commitment: event.commitment,
        info: changed({ phase: "playing" }),
      };
    case "ended":
      return {
        ...known,
        scoreboard: [...known.scoreboard, played(event, known.info.seats)],
        info: changed({ phase: "over" }),
      };
    case "opened":
      return { ...known, commitment: event.commitment };
    case "said":
      return { ...known, chat: [...known.chat, event] };
    case "left":
      if (event.seat !== known.seat) return known;
      if (event.kicked !== null) return { ...known, closed: event.kicked, sentAway: true };
      return event.late ? { ...known, seat: null } : known;
    case "closed":
      return { ...known, closed: event.reason };
    default:
      return known;
  }
}

function withSeats(known: Known, event: Event): Known {
  if (!("seats" in event) || !Array.isArray(event.seats)) return known;
  const seats = event.seats as SeatInfo[];
  const host = seats.findIndex((seat) => seat.host);
  return { ...known, info: { ...known.info, seats, host: host < 0 ? null : host } };
}

function played(ended: Extract<Event, { type: "ended" }>, seats: readonly SeatInfo[]): Played {
  return {
    match: ended.match,
    ended: Date.now() / 1000,
    outcome: ended.outcome,
    names: seats.map((seat) => seat.name ?? ""),
    persons: seats.map((seat) => seat.person ?? ""),
    nonces_from: [],
    ranks: ended.ranks,
    points: ended.points,
  };
}
