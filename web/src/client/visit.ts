/** Somebody's way into the server, to a table, and back to both after every lost connection. */

import { Connection, Refusal, type Asking, type Link, type Listener, type Socket } from "./connection";
import type { Kept } from "./kept";
import type { Entered, Events, Missed, Table, Tell, Welcome } from "./types.gen";

const TOKEN = "stammtisch.token";

/** The server answers, and does not let one in: another connection would not help. */
export const OUTSIDE: ReadonlySet<string> = new Set(["banned", "key_needed", "wrong_key"]);

export type Me = Pick<Entered, "account" | "name" | "kind" | "admin">;

/** Whoever keeps what is known of the table one is at. */
export interface Follower {
  readonly id: string;
  readonly invite: string;
  readonly seq: number;
  readonly closed: string | null;
  arrive(answer: Table | Missed): void;
  told(message: Events): void;
  /** There is no way back to it. */
  close(refusal: Refusal): void;
}

/** The page has its fields watched, a bot does not: so they belong to whoever extends this. */
export abstract class Visit<At extends Follower> implements Listener {
  abstract link: Link;
  abstract welcome: Welcome | null;
  abstract me: Me | null;
  abstract table: At | null;
  readonly connection: Connection;
  #watching = false;

  protected constructor(
    open: () => Socket,
    protected readonly kept: Kept,
  ) {
    this.connection = new Connection(this, open);
  }

  /** The name a new guest comes in with; null: the server picks one. */
  protected abstract wishedName(): string | null;

  /** The password or the invitation that whoever is new needs where the server is for its members. */
  protected houseKey(): string | null {
    return null;
  }

  protected abstract at(answer: Table | Missed): At;

  /** One has been here before. */
  protected get known(): boolean {
    return this.me !== null || this.kept.getItem(TOKEN) !== null;
  }

  /** Be somebody: whoever one was the last time, else a guest. */
  async comeIn(): Promise<void> {
    if (this.me) return;
    const token = this.kept.getItem(TOKEN);
    if (token) {
      try {
        this.entered(await this.connection.ask("resume", { token, key: this.houseKey() }));
        return;
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.code !== "unknown_token") throw refusal;
        this.kept.removeItem(TOKEN);
      }
    }
    const key = this.houseKey();
    this.entered(await this.connection.ask("enter", { name: this.wishedName(), key }));
  }

  protected entered(entered: Entered): void {
    const { account, name, kind, admin } = entered;
    this.me = { account, name, kind, admin };
    if (entered.token) this.kept.setItem(TOKEN, entered.token);
  }

  /** A connection is one person's: to be another takes another one. Gives the way back. */
  protected async startAnew(): Promise<() => Promise<void>> {
    const token = this.kept.getItem(TOKEN);
    const { table } = this;
    this.kept.removeItem(TOKEN);
    this.me = null;
    this.table = null;
    await this.connection.anew();
    return async () => {
      if (token) this.kept.setItem(TOKEN, token);
      this.table = table;
      await this.connection.anew();
    };
  }

  /** On this device, or on all of them. */
  async signOut(everywhere: boolean): Promise<void> {
    const token = this.kept.getItem(TOKEN);
    await this.connection.ask("sign_out", everywhere || !token ? {} : { token });
    this.kept.removeItem(TOKEN);
  }

  async open(wishes: Asking<"open">): Promise<At> {
    await this.comeIn();
    await this.leave();
    this.#watching = wishes.sit === false;
    return this.#sitAt(await this.connection.ask("open", { ...wishes, follow: "views" }));
  }

  async join(wishes: Asking<"join">): Promise<At> {
    await this.comeIn();
    const here = this.table;
    if (here && (here.id === wishes.table || here.invite === wishes.invite)) return here;
    await this.leave();
    this.#watching = wishes.watch ?? false;
    return this.#sitAt(await this.connection.ask("join", { ...wishes, follow: "views" }));
  }

  /** From watching to playing. */
  async sit(seat?: number): Promise<void> {
    const answer = await this.connection.ask("sit", { follow: "views", seat: seat ?? null });
    this.#watching = false;
    this.table?.arrive(answer);
  }

  async leave(): Promise<void> {
    const table = this.table;
    if (!table) return;
    this.table = null;
    if (table.closed === null) await this.connection.ask("leave", {});
  }

  #sitAt(answer: Table | Missed): At {
    this.table = this.at(answer);
    return this.table;
  }

  // --- what the connection tells ----------------------------------------------------------------

  async welcomed(welcome: Welcome): Promise<void> {
    this.welcome = welcome;
    const { known } = this;
    this.me = null;
    const outside = known ? await this.#outside() : null;
    if (!this.table || this.table.closed !== null) return;
    if (outside) this.table.close(outside);
    else await this.#return(this.table);
  }

  /** Come in again; why one may not, if so. */
  async #outside(): Promise<Refusal | null> {
    try {
      await this.comeIn();
      return null;
    } catch (refusal) {
      if (refusal instanceof Refusal && OUTSIDE.has(refusal.code)) return refusal;
      throw refusal;
    }
  }

  async #return(table: At): Promise<void> {
    try {
      const answer = await this.connection.ask("join", {
        table: table.id,
        invite: null,
        since: table.seq,
        watch: this.#watching,
        follow: "views",
      });
      table.arrive(answer);
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.code === "lost") throw refusal;
      table.close(refusal);
    }
  }

  told(tell: Tell): void {
    if (tell.type === "events" && this.table?.id === tell.table) this.table.told(tell);
  }

  changed(link: Link): void {
    this.link = link;
  }
}
