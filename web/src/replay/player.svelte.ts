/** A deal of a finished match, to be stepped through with somebody's eyes. */

import type { Asker } from "../tables/table.svelte";
import { TableStore } from "../tables/table.svelte";
import { Refusal } from "../client/connection";
import type { ObservationInfo, Table, TableInfo, View } from "../client/types.gen";
import type { Archive, MatchInfo, Round, Step } from "./archive";

/** Nobody can be asked anything in the past. */
const NOBODY: Asker = {
  ask: () => Promise.reject(new Refusal("over", "The match is over.")),
};

/** Events that end a trick or a turn, to jump to. */
const MARKS = new Set(["trick_won", "won", "emptied", "round_over", "scored", "last_chance"]);

export class Player {
  round = $state.raw() as Round;
  place = $state(0);
  playing = $state(false);
  /** With whose eyes. */
  seat = $state(0);
  /** The same deal with the eyes of all seats; empty as long as nobody wants to see them. */
  all = $state.raw<readonly Round[]>([]);
  readonly table: TableStore;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(
    private readonly archive: Archive,
    readonly info: MatchInfo,
    round: Round,
    seat: number,
  ) {
    this.round = round;
    this.seat = seat;
    this.table = new TableStore(NOBODY, this.#arrival());
  }

  static async open(archive: Archive, name: string): Promise<Player> {
    const info = await archive.info();
    const seat = Math.max(0, info.players.indexOf(name));
    return new Player(archive, info, await archive.round(1, seat), seat);
  }

  /** The last deal of a match that is on, with all hands open. */
  static async during(archive: Archive, table: TableInfo, seat: number): Promise<Player> {
    const { game, profile, seats } = table;
    const players = seats.map(({ name }) => name ?? "");
    const none = { outcome: "", ranks: [], points: [], started: 0, ended: 0 };
    const info = { id: archive.match, game, profile, players, ...none };
    const player = new Player(archive, info, await archive.round(0, seat), seat);
    await player.openHands();
    return player;
  }

  get step(): Step {
    return this.round.steps[this.place]!;
  }

  get last(): number {
    return this.round.steps.length - 1;
  }

  /** The other hands as they were at this step; empty unless wanted. */
  get hands(): { seat: number; view: View }[] {
    return this.all.flatMap((round, seat) => {
      const step = round.steps[this.place];
      return step && seat !== this.seat ? [{ seat, view: step.view }] : [];
    });
  }

  /** In which trick a step is, counted from 0: the first that ends with it or after it. */
  trickOf(place: number): number {
    return this.marks.findIndex((mark) => mark >= place);
  }

  /** Steps at which a trick was taken or the deal ended. */
  get marks(): number[] {
    return this.round.steps.flatMap((step, place) =>
      step.events.some((event) => MARKS.has(event.type) || ("winner" in event && event.winner !== null))
        ? [place]
        : [],
    );
  }

  go(place: number): void {
    const to = Math.max(0, Math.min(this.last, place));
    const next = to === this.place + 1;
    this.place = to;
    const { events, at } = this.step;
    if (!next) this.table.arrive(this.#arrival());
    else {
      this.table.skip();
      this.table.told({ type: "events", table: this.table.id, seq: at, at, events, observation: this.#observation() });
    }
    if (to === this.last) this.pause();
  }

  /** To the end of the next trick, or of the one before. */
  jump(direction: 1 | -1): void {
    const marks = direction > 0 ? this.marks : [...this.marks].reverse();
    const to = marks.find((place) => (place - this.place) * direction > 0);
    this.go(to ?? (direction > 0 ? this.last : 0));
  }

  play(): void {
    this.pause();
    if (this.place === this.last) this.go(0);
    this.playing = true;
    this.#timer = setInterval(() => this.go(this.place + 1), 1100);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }

  async turnTo(round: number): Promise<void> {
    this.pause();
    const open = this.all.length > 0;
    this.round = await this.archive.round(round, this.seat);
    this.all = [];
    if (open) await this.openHands();
    this.place = 0;
    this.table.arrive(this.#arrival());
  }

  async lookWith(seat: number): Promise<void> {
    this.round = await this.archive.round(this.round.round, seat);
    this.seat = seat;
    this.table.arrive(this.#arrival());
  }

  async openHands(): Promise<void> {
    const seats = this.info.players.map((_, seat) => seat);
    this.all = await Promise.all(seats.map((seat) => this.archive.round(this.round.round, seat)));
  }

  closeHands(): void {
    this.all = [];
  }

  #observation(): ObservationInfo {
    const { view, turn } = this.step;
    return { view, turn, deadline: null, legal: [], forms: [] };
  }

  #arrival(): Table {
    const { info } = this;
    return {
      ...{ type: "table", id: null, created: false, invite: "", seat: this.seat, back: false },
      ...{ seq: this.step.seq, at: this.step.at, commitment: this.round.commitment },
      ...{ match: info.id, chat: [], scoreboard: [], view: null, observation: this.#observation() },
      table: {
        ...{ id: info.id, number: 0, name: "", game: info.game, profile: info.profile, options: {} },
        ...{ phase: "playing", host: null, private: false, locked: false, leaver: "wait" },
        ...{ bots: "", fill_after: null, watch: true, hints: false, spectators: 0 },
        ...{ created: info.started, winner: null, adjourned: false },
        seats: info.players.map((name) => ({
          ...{ name, player: null, person: null, bot: null, host: false, away: false },
          ...{ ready: true, used: true, since: 0 },
        })),
      },
    } as unknown as Table;
  }
}
