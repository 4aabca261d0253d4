/** The table one is at: who sits there, what one sees of the match, what one may do. */

import { Clock } from "../client/clock";
import { type Asking, type Connection, Refusal } from "../client/connection";
import { arrived, followed, type Known } from "../client/known";
import { Nonces } from "../client/nonce";
import { keepPledge } from "../fairness/commitment";
import type {
  Action,
  Event,
  Events,
  FormInfo,
  LegalAction,
  Missed,
  SeatInfo,
  ObservationInfo,
  Table,
} from "../client/types.gen";
import type { Follower } from "../client/visit";
import { personName, seatName } from "../i18n/naming";
import { words } from "../i18n/texts.svelte";
import { Pacing } from "./pacing";
import { keepRead, readUpTo } from "./unread";
import { settings } from "../settings/settings.svelte";

/** What was told in one message, and what one saw after it. */
export interface Scene {
  events: readonly Event[];
  observation: ObservationInfo;
}

/** Where the others are that quick, one looks again. */
const MOST_TRIES = 5;

/** Whoever answers what is asked about the table: the connection, or nobody in a replay. */
export type Asker = Pick<Connection, "ask">;

export class TableStore implements Follower {
  readonly id: string;
  readonly clock = new Clock();
  #known = $state.raw() as Known;
  invite = $derived(this.#known.invite);
  info = $derived(this.#known.info);
  /** One's seat; null while one watches. */
  seat = $derived(this.#known.seat);
  seq = $derived(this.#known.seq);
  /** All that one sees now. Draw `shown`, which follows it at the pace of people. */
  observation = $derived(this.#known.observation);
  shown = $state.raw<ObservationInfo | null>(null);
  /** What led from the observation before to `shown`; empty after coming (back) to the table. */
  events = $state.raw<readonly Event[]>([]);
  chat = $derived(this.#known.chat);
  #readUpTo = $state(0);
  /** Lines of others that came while nobody looked at the chat, or while one was away. */
  unread = $derived(
    this.chat.filter((line) => line.at > this.#readUpTo && line.name !== this.me?.()).length,
  );
  scoreboard = $derived(this.#known.scoreboard);
  match = $derived(this.#known.match);
  commitment = $derived(this.#known.commitment);
  /** The words of a goodbye; null while the table is there. */
  closed = $derived(this.#known.closed);
  sentAway = $derived(this.#known.sentAway);
  /** An action is on its way, and its answer is not here yet. */
  acting = $state(false);

  #movers = $state.raw((observation: ObservationInfo): readonly number[] => observation.turn);
  readonly #nonces: Nonces;
  readonly #pacing: Pacing<Scene>;
  readonly #listeners = new Set<(scene: Scene) => void>();

  constructor(
    private readonly connection: Asker,
    answer: Table | Missed,
    /** The name that one's own lines have; in a replay nobody says anything. */
    private readonly me?: () => string | null,
  ) {
    this.id = answer.table.id;
    this.#nonces = new Nonces(connection, this.id, localStorage);
    this.#pacing = new Pacing((scene) => this.#show(scene));
    this.arrive(answer);
    // What was said before one came for the first time is not for one.
    this.#readUpTo = readUpTo(this.id) ?? this.#lastSaid;
    if (this.me) keepRead(this.id, this.#readUpTo);
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
    return this.#upToDate ? (this.observation?.legal ?? []) : [];
  }

  get forms(): readonly FormInfo[] {
    return this.#upToDate ? (this.observation?.forms ?? []) : [];
  }

  /** The match waits for one's own seat, as far as it is drawn. */
  get myTurn(): boolean {
    return this.seat !== null && this.waitsFor(this.seat);
  }

  waitsFor(seat: number): boolean {
    return this.shown !== null && this.#movers(this.shown).includes(seat);
  }

  get #upToDate(): boolean {
    return this.caughtUp && !this.acting;
  }

  /** All that has happened is drawn. */
  get caughtUp(): boolean {
    return this.shown === this.observation;
  }

  /** Seats in the order in which they are drawn: one's own first, then to the left. */
  get around(): readonly number[] {
    const used = this.seats.map((_, seat) => seat);
    const own = this.seat ?? 0;
    return [...used.slice(own), ...used.slice(0, own)];
  }

  /** Who plays there, or has played there, if the match is over: others may sit there by now. */
  name(seat: number | null | undefined): string {
    if (typeof seat !== "number") return "–";
    const last = this.playing ? undefined : this.scoreboard.at(-1);
    const then = last && last.match === this.match ? last.names[seat] : null;
    return (then ? personName(then) : seatName(this.seats[seat])) ?? "–";
  }

  // --- what one does ----------------------------------------------------------------------------

  /**
   * Rejects with a `Refusal`. What it brings about comes as events. If something has happened meanwhile
   * it is done all the same where it is `still` meant: words are, cards of another moment are not.
   */
  async act(action: Action, still: (now: ObservationInfo) => boolean = () => false): Promise<void> {
    this.skip();
    this.acting = true;
    try {
      for (let tries = 1; ; tries++) {
        const { seq } = this;
        try {
          await this.connection.ask("act", { action: action as Asking<"act">["action"], seq });
          return;
        } catch (reason) {
          const late = reason instanceof Refusal && reason.code === "stale" && seq !== this.seq;
          if (!late || tries === MOST_TRIES || !this.observation || !still(this.observation)) throw reason;
        }
      }
    } finally {
      this.acting = false;
    }
  }

  /** Whether an action would be legal, and if not, why. */
  why(action: Action) {
    return this.connection.ask("check_action", { action: action as Asking<"check_action">["action"] });
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

  get #lastSaid(): number {
    return this.chat.at(-1)?.at ?? 0;
  }

  /** The chat is looked at. */
  read(): void {
    if (this.#lastSaid <= this.#readUpTo) return;
    this.#readUpTo = this.#lastSaid;
    keepRead(this.id, this.#readUpTo);
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

  /** Whose turn it is, where that is not the same as who may act; a game sets it. */
  set movers(movers: (observation: ObservationInfo) => readonly number[]) {
    this.#movers = movers;
  }

  /** How long a scene is looked at before the next one is drawn; a game sets it. */
  set hold(hold: (scene: Scene) => number) {
    this.#pacing.hold = hold;
  }

  /** Draw at once what has happened up to now. */
  skip(): void {
    this.#pacing.skip();
  }

  // --- what the server tells ---------------------------------------------------------------------

  /** One has come to the table, or back to it: nothing of what was missed is played again. */
  arrive(answer: Table | Missed): void {
    this.#known = arrived(answer);
    this.clock.set(answer.at);
    this.acting = false;
    this.#pacing.clear();
    settings.calm();
    this.shown = this.observation;
    this.events = [];
    this.#nonces.arrived(answer);
  }

  told(message: Events): void {
    const { commitment } = this;
    this.#known = followed(this.#known, message);
    this.clock.set(message.at);
    for (const event of message.events) {
      if (event.type === "started" && this.seat !== null) {
        keepPledge({ match: event.match, commitment, nonce: this.#nonces.given });
      }
      this.#nonces.told(event, this.seat);
    }
    if (message.observation) this.#pacing.add({ events: message.events, observation: message.observation });
  }

  close(refusal: Refusal): void {
    this.#known = { ...this.#known, closed: words.refusal(refusal, this.info.game) };
  }

  #show(scene: Scene): void {
    this.shown = scene.observation;
    this.events = scene.events;
    for (const listener of this.#listeners) listener(scene);
  }
}
