/** Who one is here, what the server offers, and which table one is at. */

import { Refusal, type Link, type Socket } from "../client/connection";
import type {
  Entered,
  GameInfo,
  ChatMessage,
  Invited,
  Missed,
  Table,
  TableInfo,
  Tables,
  Tell,
  Welcome,
} from "../client/types.gen";
import { OUTSIDE, Visit, type Me } from "../client/visit";
import { notices } from "./notices.svelte";
import { renewNow } from "./reload";
import { settings } from "../settings/settings.svelte";
import { forgetKey, keepKey, keptKey } from "../accounts/accessCode";
import { TableStore } from "../tables/table.svelte";
import { friendlyName } from "../i18n/names";

/** Nobody looks through more tables than this. */
const MOST_LISTED = 200;
/** Enough to read again what was just said. */
const HEARD_KEPT = 50;

export class Server extends Visit<TableStore> {
  link = $state<Link>("connecting");
  /** The server should have answered by now. */
  silent = $state(false);
  welcome = $state.raw<Welcome | null>(null);
  me = $state.raw<Me | null>(null);
  tables = $state.raw<readonly TableInfo[]>([]);
  table = $state.raw<TableStore | null>(null);
  /** Where one has a seat, also from another device or another day. */
  own = $state.raw<readonly TableInfo[]>([]);
  heard = $state.raw<readonly ChatMessage[]>([]);
  invitations = $state.raw<readonly Invited[]>([]);
  goodbye = $state<string | null>(null);
  /** Why the server does not let one in. */
  refusedEntry = $state.raw<Refusal | null>(null);

  constructor(open: () => Socket) {
    super(open, localStorage);
  }

  /** One is a stranger in a server that is for its members, or may not come in at all. */
  get shut(): boolean {
    if (this.me) return false;
    if (this.refusedEntry) return true;
    return (this.welcome?.members_only ?? false) && !this.known && keptKey() === null;
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

  protected wishedName(): string {
    return settings.wishes.name || friendlyName(settings.wishes.language);
  }

  protected override houseKey(): string | null {
    return keptKey();
  }

  override async comeIn(): Promise<void> {
    try {
      await super.comeIn();
    } catch (refusal) {
      if (refusal instanceof Refusal && OUTSIDE.has(refusal.code)) {
        if (refusal.code === "wrong_key") forgetKey();
        this.refusedEntry = refusal;
      }
      throw refusal;
    }
  }

  /** Come in with that key, which is kept if it fits. */
  async unlock(key: string): Promise<void> {
    keepKey(key);
    await this.comeIn();
  }

  async rename(name: string): Promise<void> {
    if (this.me) this.entered(await this.connection.ask("rename", { name }));
    settings.set("name", this.me?.name ?? name);
  }

  async register(name: string, password: string): Promise<void> {
    this.entered(await this.connection.ask("register", { name, password, key: keptKey() }));
  }

  /** As a registered account; whoever one was before is left behind. */
  async signIn(name: string, password: string): Promise<void> {
    if (!this.me) {
      this.entered(await this.connection.ask("sign_in", { name, password }));
      return;
    }
    const back = await this.startAnew();
    try {
      this.entered(await this.connection.ask("sign_in", { name, password }));
    } catch (refusal) {
      await back();
      throw refusal;
    }
  }

  override async signOut(everywhere: boolean): Promise<void> {
    await super.signOut(everywhere);
    settings.set("name", "");
    location.assign("/");
  }

  protected override entered(entered: Entered): void {
    super.entered(entered);
    this.refusedEntry = null;
    settings.set("name", entered.name);
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

  async lookForOwn(): Promise<void> {
    this.own = this.me ? (await this.connection.ask("tables", { mine: true })).tables : [];
  }

  protected at(answer: Table | Missed): TableStore {
    return new TableStore(this.connection, answer, () => this.me?.name ?? null);
  }

  /** To everybody who is in the server. */
  async sayToAll(text: string): Promise<void> {
    await this.comeIn();
    await this.connection.ask("say", { text, reach: "everyone" });
    // The server tells it to all others only.
    this.#hear({ type: "chat_message", reach: "everyone", sender: this.name, text });
  }

  #hear(line: ChatMessage): void {
    this.heard = [...this.heard, line].slice(-HEARD_KEPT);
  }

  /** An invitation is answered: it need not be shown any more. */
  declined(invite: string): void {
    this.invitations = this.invitations.filter((one) => one.invite !== invite);
  }

  // --- the connection's listener ----------------------------------------------------------------

  override welcomed(welcome: Welcome): Promise<void> {
    this.goodbye = null;
    return super.welcomed(welcome);
  }

  doubted(silent: boolean): void {
    this.silent = silent;
  }

  override changed(link: Link): void {
    super.changed(link);
    if (link === "open") renewNow();
  }

  override told(tell: Tell): void {
    super.told(tell);
    switch (tell.type) {
      case "chat_message":
        this.#hear(tell);
        // Whoever sits at a table does not look at what is said in the server.
        if (tell.reach === "person") notices.show(addressed(tell), "house");
        break;
      case "invited":
        this.invitations = [...this.invitations.filter((one) => one.table !== tell.table), tell];
        break;
      case "goodbye":
        this.goodbye = tell.reason;
        break;
    }
  }
}

/** The server speaks under the name `server`, which nobody else can take. */
function addressed({ sender, text }: ChatMessage): string {
  return sender === "server" ? text : `${sender}: ${text}`;
}

function webSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/table`) as unknown as Socket;
}

export const server = new Server(webSocket);
