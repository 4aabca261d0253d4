/** The table one is at: who sits there, what one sees of the match, what one may do. */

import type { Asking, Connection } from "../protocol/connection";
import { Clock } from "../protocol/clock";
import { Nonces } from "../protocol/nonce";
import type {
  Action,
  ChatLine,
  Event,
  Events,
  FormInfo,
  LegalAction,
  Missed,
  Played,
  SeatInfo,
  Sight,
  Table,
  TableInfo,
} from "../protocol/types.gen";
import { seatName } from "../words/naming";
import { Pacing } from "./pacing";

/** What was told in one message, and what one saw after it. */
export interface Scene {
  events: readonly Event[];
  sight: Sight;
}

export interface Line extends ChatLine {
  /** Null: said by somebody who only watches, or before one came. */
  seat: number | null;
}

/** Whoever answers what is asked about the table: the connection, or nobody in a replay. */
export type Asker = Pick<Connection, "ask">;

export class TableStore {
  readonly id: string;
  readonly clock = new Clock();
  invite = $state("");
  info = $state.raw() as TableInfo;
  /** One's seat; null while one watches. */
  seat = $state<number | null>(null);
  seq = $state(0);
  /** All that one sees now. Draw `shown`, which follows it at the pace of people. */
  sight = $state.raw<Sight | null>(null);
  shown = $state.raw<Sight | null>(null);
  /** What led from the sight before to `shown`; empty after coming (back) to the table. */
  events = $state.raw<readonly Event[]>([]);
  chat = $state.raw<readonly Line[]>([]);
  /** Lines that came while nobody looked at the chat. */
  unread = $state(0);
  evening = $state.raw<readonly Played[]>([]);
  match = $state<string | null>(null);
  commitment = $state("");
  /** The words of a goodbye; null while the table is there. */
  closed = $state<string | null>(null);
  /** An action is on its way, and its answer is not here yet. */
  acting = $state(false);

  readonly #nonces: Nonces;
  readonly #pacing: Pacing<Scene>;
  readonly #listeners = new Set<(scene: Scene) => void>();

  constructor(
    private readonly connection: Asker,
    answer: Table | Missed,
  ) {
    this.id = answer.table.id;
    this.#nonces = new Nonces(connection, this.id);
    this.#pacing = new Pacing((scene) => this.#show(scene));
    this.arrive(answer);
  }

  // --- what one reads ---------------------------------------------------------------------------

  get seats(): readonly SeatInfo[] {
    return this.info.seats;
  }

  get isHost(): boolean {
    return this.seat !== null && this.info.host === this.seat;
  }

  get playing(): boolean {
    return this.info.phase === "playing";
  }

  /** What one may do at the moment that is drawn; nothing while it is behind. */
  get legal(): readonly LegalAction[] {
    return this.#upToDate ? (this.sight?.legal ?? []) : [];
  }

  get forms(): readonly FormInfo[] {
    return this.#upToDate ? (this.sight?.forms ?? []) : [];
  }

  /** The match waits for this seat, as far as it is drawn. */
  get myTurn(): boolean {
    return this.seat !== null && (this.shown?.turn.includes(this.seat) ?? false);
  }

  get #upToDate(): boolean {
    return this.shown === this.sight && !this.acting;
  }

  /** Seats in the order in which they are drawn: one's own first, then to the left. */
  get around(): readonly number[] {
    const used = this.seats.map((_, seat) => seat);
    const own = this.seat ?? 0;
    return [...used.slice(own), ...used.slice(0, own)];
  }

  name(seat: number | null | undefined): string {
    return (typeof seat === "number" ? seatName(this.seats[seat]) : null) ?? "–";
  }

  // --- what one does ----------------------------------------------------------------------------

  /** Rejects with a `Refusal`. What it brings about comes as events. */
  async act(action: Action): Promise<void> {
    this.skip();
    this.acting = true;
    try {
      await this.connection.ask("act", {
        action: action as Asking<"act">["action"],
        seq: this.seq,
      });
    } finally {
      this.acting = false;
    }
  }

  /** Whether an action would be legal, and if not, why. */
  why(action: Action) {
    return this.connection.ask("why", { action: action as Asking<"why">["action"] });
  }

  hint() {
    return this.connection.ask("hint", {});
  }

  async ready(): Promise<void> {
    await this.#nonces.commit();
  }

  async say(text: string): Promise<void> {
    await this.connection.ask("say", { text, reach: "table" });
  }

  /** Any other ask about this table. */
  get ask(): Connection["ask"] {
    return this.connection.ask.bind(this.connection);
  }

  /** Called for every message about the match, as it comes to be drawn. Returns how to stop it. */
  listen(listener: (scene: Scene) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How long a scene is looked at before the next one is drawn; a game sets it. */
  set hold(hold: (scene: Scene) => number) {
    this.#pacing.hold = hold;
  }

  /** Draw at once what has happened up to now. */
  skip(): void {
    this.#pacing.skip();
  }

  // --- what the house tells ---------------------------------------------------------------------

  /** One has come to the table, or back to it: nothing of what was missed is played again. */
  arrive(answer: Table | Missed): void {
    this.invite = answer.invite;
    this.info = answer.table;
    this.seat = answer.seat;
    this.seq = answer.seq;
    this.clock.set(answer.at);
    this.commitment = answer.commitment;
    this.match = answer.match;
    this.chat = answer.chat.map((line) => ({ ...line, seat: null }));
    this.evening = answer.evening;
    this.acting = false;
    this.#pacing.clear();
    this.sight = answer.sight ?? null;
    this.shown = this.sight;
    this.events = [];
    if (answer.disclosing) this.#disclose(answer.disclosing.hashes);
  }

  /** Open our nonce. Another tab may have done it already, or the match has begun without it. */
  #disclose(hashes: readonly (string | null)[]): void {
    this.#nonces.open(hashes, this.seat).catch(() => undefined);
  }

  told(message: Events): void {
    this.seq = message.seq;
    this.clock.set(message.at);
    for (const event of message.events) this.#note(event);
    if (message.sight) {
      this.sight = message.sight;
      this.#pacing.add({ events: message.events, sight: message.sight });
    }
  }

  #show(scene: Scene): void {
    this.shown = scene.sight;
    this.events = scene.events;
    for (const listener of this.#listeners) listener(scene);
  }

  /** The table's own news; a game's events are in the sight already. */
  #note(event: Event): void {
    const change = (parts: Partial<TableInfo>) => (this.info = { ...this.info, ...parts });
    if ("seats" in event && Array.isArray(event.seats)) {
      const seats = event.seats as SeatInfo[];
      const host = seats.findIndex((seat) => seat.host);
      change({ seats, host: host < 0 ? null : host });
    }
    switch (event.type) {
      case "arranged":
        if (this.seat !== null) this.seat = event.order.indexOf(this.seat);
        break;
      case "configured": {
        const { seats: _count, ...settings } = event.settings;
        change({ ...settings, locked: event.locked });
        break;
      }
      case "unreadied":
        // Our nonce was opened in vain, by no fault of ours: another one, unasked.
        if (event.again && event.seat === this.seat) this.ready().catch(() => undefined);
        break;
      case "committed":
        this.#disclose(event.hashes);
        break;
      case "started":
        this.#nonces.forget();
        this.match = event.match;
        this.commitment = event.commitment;
        change({ phase: "playing" });
        break;
      case "ended":
        this.evening = [...this.evening, this.#played(event)];
        change({ phase: "over" });
        break;
      case "opened":
        this.commitment = event.commitment;
        break;
      case "said":
        this.chat = [...this.chat, event];
        this.unread += 1;
        break;
      case "left":
        if (event.seat !== this.seat) break;
        if (event.dismissed !== null) this.closed = event.dismissed;
        else if (event.late) this.seat = null;
        break;
      case "closed":
        this.closed = event.reason;
        break;
    }
  }

  #played(ended: Extract<Event, { type: "ended" }>): Played {
    return {
      match: ended.match,
      ended: Date.now() / 1000,
      outcome: ended.outcome,
      names: this.seats.map((seat) => seat.name ?? ""),
      persons: this.seats.map((seat) => seat.person ?? ""),
      nonces_from: [],
      ranks: ended.ranks,
      points: ended.points,
    };
  }
}
