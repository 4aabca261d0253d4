/** A socket whose other end is the test. */

import type { Socket } from "../src/client/connection";
import type { GameInfo, ObservationInfo, Table, Tell, Welcome } from "../src/client/types.gen";

export class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  /** The network breaks. */
  drop(): void {
    this.onclose?.();
  }

  tell(message: Tell | Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  asked(type: string): Record<string, unknown> {
    const found = this.sent.findLast((message) => message.type === type);
    if (!found) throw new Error(`Nobody has asked ${type}, only ${JSON.stringify(this.sent)}`);
    return found;
  }

  answer(type: string, message: Record<string, unknown>): void {
    this.tell({ ...message, id: this.asked(type).id });
  }
}

export const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

export const welcome: Welcome = {
  type: "welcome",
  server: "Stammtisch",
  server_version: "0",
  protocol: 1,
  games: [] as GameInfo[],
  bot_levels: ["easy"],
  leavers: ["bot"],
  members_only: false,
  cheats: false,
};

export function observation(view: Record<string, unknown> = {}): ObservationInfo {
  return {
    view: view as unknown as ObservationInfo["view"],
    turn: [0],
    deadline: null,
    legal: [{ number: 0, action: { type: "draw", stack: "main" } }],
    forms: [],
  };
}

const free = {
  name: null,
  player: null,
  person: null,
  bot: null,
  host: false,
  away: false,
  ready: false,
  used: false,
  since: 0,
  free: true,
  deputy: null,
};

export function seated(parts: Partial<Table> = {}): Table {
  return {
    type: "table",
    id: 1,
    created: true,
    invite: "abc",
    table: {
      id: "t1",
      number: 1,
      name: "",
      game: "tiles",
      profile: "classic",
      options: {},
      phase: "playing",
      seats: [{ ...free, name: "Ada", host: true }, free, free, free],
      host: 0,
      private: true,
      locked: false,
      leaver: "bot",
      grace: 0,
      pace: null,
      bots: "easy",
      fill_after: null,
      watch: true,
      hints: true,
      spectators: 0,
      created: 0,
      winner: null,
      adjourned: false,
    },
    seat: 0,
    back: false,
    seq: 5,
    at: 100,
    commitment: "",
    disclosing: null,
    nonces_from: [],
    match: "m1",
    chat: [],
    scoreboard: [],
    view: null,
    observation: observation(),
    ...parts,
  };
}
