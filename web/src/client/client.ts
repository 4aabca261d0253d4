/** A client without a page: what a bot needs to come in, take a seat, and play by what it sees. */

import type { Asking, Connection, Link, Refusal, Socket } from "./connection";
import { Pocket, type Kept } from "./kept";
import { arrived, followed, type Known } from "./known";
import { Nonces } from "./nonce";
import type { Action, Events, Missed, ObservationInfo, Table, Welcome } from "./types.gen";
import { Visit, type Follower, type Me } from "./visit";

export interface Wishes {
  /** What a new guest is called. */
  name?: string;
  /** The password of a server that is for its members, or an invitation to it. */
  key?: string;
  /** Where token and nonce are kept; without it, in memory: the next run is another guest. */
  kept?: Kept;
  /** Another way to a WebSocket, where the platform has none of its own. */
  socket?: (url: string) => Socket;
}

export class Client extends Visit<SeatedAt> {
  link: Link = "connecting";
  welcome: Welcome | null = null;
  me: Me | null = null;
  table: SeatedAt | null = null;

  private constructor(
    open: () => Socket,
    kept: Kept,
    private readonly name: string | null,
    private readonly key: string | null,
  ) {
    super(open, kept);
  }

  /** To the server at that address (`http://host:port`); resolves when one can ask it. */
  static async connect(address: string, wishes: Wishes = {}): Promise<Client> {
    const url = new URL("/table", address.replace(/^http/, "ws")).href;
    const open = () => wishes.socket?.(url) ?? (new WebSocket(url) as unknown as Socket);
    const client = new Client(open, wishes.kept ?? new Pocket(), wishes.name ?? null, wishes.key ?? null);
    await client.connection.opened();
    return client;
  }

  /** For good. The seat stays ours, unless one has left the table before. */
  close(): void {
    this.connection.close();
  }

  protected wishedName(): string | null {
    return this.name;
  }

  protected override houseKey(): string | null {
    return this.key;
  }

  protected at(answer: Table | Missed): SeatedAt {
    return new SeatedAt(this.connection, answer, this.kept);
  }
}

/** A table one is at, followed by views. */
export class SeatedAt implements Follower {
  readonly id: string;
  known: Known;
  readonly #nonces: Nonces;
  #changed: (() => void)[] = [];

  constructor(
    private readonly connection: Connection,
    answer: Table | Missed,
    kept: Kept,
  ) {
    this.id = answer.table.id;
    this.known = arrived(answer);
    this.#nonces = new Nonces(connection, this.id, kept);
    this.#nonces.arrived(answer);
  }

  get invite(): string {
    return this.known.invite;
  }

  get seq(): number {
    return this.known.seq;
  }

  get closed(): string | null {
    return this.known.closed;
  }

  /** Ready for the next match, with a nonce for its deals. */
  ready(): Promise<void> {
    return this.#nonces.commit();
  }

  /** Rejects with a `Refusal`; its code is `stale` if something has happened meanwhile. */
  async act(action: Action): Promise<void> {
    await this.connection.ask("act", {
      action: action as Asking<"act">["action"],
      seq: this.known.seq,
    });
  }

  /** Any other ask about this table. */
  get ask(): Connection["ask"] {
    return this.connection.ask.bind(this.connection);
  }

  /**
   * What one sees each time the match waits for one's seat, from the next match's beginning (or
   * from now, if there is one) to its end. Where only a clock goes on, nothing is given twice.
   */
  async *turns(): AsyncGenerator<ObservationInfo, void> {
    let answered = -1;
    while (this.closed === null && this.known.info.phase !== "playing") await this.#change();
    while (this.closed === null && this.known.info.phase === "playing") {
      const { seat, seq, observation } = this.known;
      const mine = seat !== null && observation !== null && observation.turn.includes(seat);
      if (mine && seq !== answered && observation.legal.length > 0) {
        answered = seq;
        yield observation;
      } else await this.#change();
    }
  }

  // --- what the server tells ---------------------------------------------------------------------

  arrive(answer: Table | Missed): void {
    this.#know(arrived(answer));
    this.#nonces.arrived(answer);
  }

  told(message: Events): void {
    this.#know(followed(this.known, message));
    for (const event of message.events) this.#nonces.told(event, this.known.seat);
  }

  close({ message }: Refusal): void {
    this.#know({ ...this.known, closed: message });
  }

  #know(known: Known): void {
    this.known = known;
    for (const go of this.#changed.splice(0)) go();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }
}
