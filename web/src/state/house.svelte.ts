/** Who one is here, what the house offers, and which table one is at. */

import { Connection, Refusal, type Asking, type Link, type Socket } from "../protocol/connection";
import type {
  Entered,
  GameInfo,
  Heard,
  Invited,
  TableInfo,
  Tables,
  Tell,
  Welcome,
} from "../protocol/types.gen";
import { settings } from "./settings.svelte";
import { houseKey } from "./key";
import { TableStore } from "./table.svelte";
import { friendlyName } from "../words/names";

const TOKEN = "stammtisch.token";
/** Nobody looks through more tables than this. */
const MOST_LISTED = 200;
/** Enough to read again what was just said. */
const HEARD_KEPT = 50;

export class House {
  link = $state<Link>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  me = $state.raw<Pick<Entered, "account" | "name" | "kind"> | null>(null);
  tables = $state.raw<readonly TableInfo[]>([]);
  table = $state.raw<TableStore | null>(null);
  heard = $state.raw<readonly Heard[]>([]);
  invitations = $state.raw<readonly Invited[]>([]);
  goodbye = $state<string | null>(null);
  readonly connection: Connection;
  #watching = false;

  constructor(open: () => Socket) {
    this.connection = new Connection(this, open);
  }

  get games(): readonly GameInfo[] {
    return this.welcome?.games ?? [];
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }

  /** The name one has, or will come in with. */
  get name(): string {
    return this.me?.name ?? settings.wishes.name;
  }

  // --- coming in --------------------------------------------------------------------------------

  /** Be somebody: whoever one was the last time, else a guest. */
  async comeIn(): Promise<void> {
    if (this.me) return;
    const token = localStorage.getItem(TOKEN);
    if (token) {
      try {
        this.#entered(await this.connection.ask("resume", { token }));
        return;
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.code !== "unknown_token") throw refusal;
        localStorage.removeItem(TOKEN);
      }
    }
    const name = settings.wishes.name || friendlyName(settings.wishes.language);
    this.#entered(await this.connection.ask("enter", { name }));
  }

  async rename(name: string): Promise<void> {
    if (this.me) this.#entered(await this.connection.ask("rename", { name }));
    settings.set("name", this.me?.name ?? name);
  }

  async register(name: string, password: string): Promise<void> {
    this.#entered(await this.connection.ask("register", { name, password }));
  }

  /** As a registered account; whoever one was before is left behind. */
  async signIn(name: string, password: string): Promise<void> {
    if (this.me) await this.#startAnew();
    this.#entered(await this.connection.ask("sign_in", { name, password }));
  }

  /** On this device, or on all of them. */
  async signOut(everywhere: boolean): Promise<void> {
    const token = localStorage.getItem(TOKEN);
    await this.connection.ask("sign_out", everywhere || !token ? {} : { token });
    localStorage.removeItem(TOKEN);
    settings.set("name", "");
    location.assign("/");
  }

  #entered(entered: Entered): void {
    this.me = { account: entered.account, name: entered.name, kind: entered.kind };
    if (entered.token) localStorage.setItem(TOKEN, entered.token);
    settings.set("name", entered.name);
  }

  /** A connection is one person's: to be another takes another one. */
  async #startAnew(): Promise<void> {
    localStorage.removeItem(TOKEN);
    this.me = null;
    this.table = null;
    await this.connection.anew();
  }

  // --- tables -----------------------------------------------------------------------------------

  async look(): Promise<void> {
    const tables: TableInfo[] = [];
    for (let after: number | null = 0; after !== null && tables.length < MOST_LISTED; ) {
      const page: Tables = await this.connection.ask("tables", { after });
      tables.push(...page.tables);
      after = page.more;
    }
    this.tables = tables;
  }

  async open(wishes: Asking<"open">): Promise<TableStore> {
    await this.comeIn();
    await this.leave();
    this.#watching = wishes.sit === false;
    const answer = await this.connection.ask("open", { ...wishes, follow: "views" });
    return this.#at(new TableStore(this.connection, answer));
  }

  async join(wishes: Asking<"join">): Promise<TableStore> {
    await this.comeIn();
    const here = this.table;
    if (here && (here.id === wishes.table || here.invite === wishes.invite)) return here;
    await this.leave();
    this.#watching = wishes.watch ?? false;
    const answer = await this.connection.ask("join", { ...wishes, follow: "views" });
    return this.#at(new TableStore(this.connection, answer));
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

  /** An invitation is answered: it need not be shown any more. */
  declined(invite: string): void {
    this.invitations = this.invitations.filter((one) => one.invite !== invite);
  }

  #at(table: TableStore): TableStore {
    this.table = table;
    return table;
  }

  // --- the connection's listener ----------------------------------------------------------------

  async welcomed(welcome: Welcome): Promise<void> {
    this.welcome = welcome;
    this.goodbye = null;
    const known = this.me !== null || localStorage.getItem(TOKEN) !== null;
    this.me = null;
    if (known) await this.comeIn();
    if (this.table && this.table.closed === null) await this.#return(this.table);
  }

  async #return(table: TableStore): Promise<void> {
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
      table.closed = refusal.message;
    }
  }

  told(tell: Tell): void {
    switch (tell.type) {
      case "events":
        if (this.table?.id === tell.table) this.table.told(tell);
        break;
      case "heard":
        this.heard = [...this.heard, tell].slice(-HEARD_KEPT);
        break;
      case "invited":
        this.invitations = [...this.invitations.filter((one) => one.table !== tell.table), tell];
        break;
      case "goodbye":
        this.goodbye = tell.reason;
        break;
    }
  }

  changed(link: Link): void {
    this.link = link;
  }
}

function webSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/table${houseKey()}`) as unknown as Socket;
}

export const house = new House(webSocket);
