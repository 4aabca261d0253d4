/**
 * Checks a record as far as that needs no rules: the chain of its entries, the secrets against what
 * was committed to, the nonces against their hashes, and every deal.
 */

import { dealer } from "./dealing";
import { fromHex, hex, hmac, joined, number, sha256, text } from "../client/hashing";
import type { Pledge } from "./commitment";
import { Stream } from "./stream";

export interface RecordFile {
  match: string;
  game: string;
  previous: string;
  entries: { seq: number; payload: string; hash: string }[];
}

/** Where a seat's nonce came from. */
export type Source = "commitment" | "player" | "server";

export interface Proof {
  /** The whole record is one chain. */
  chained: boolean;
  /** Every secret is what was committed to before the first nonce was taken. */
  kept: boolean;
  /** Every nonce is what its hash said, or what the server had to take; a bot has no other. */
  nonces: boolean;
  /** It is the commitment that one was shown, and one's own nonce went into the deals. */
  pledged: boolean;
  sources: Source[];
  commitment: string;
  rounds: number;
}

interface Entry {
  kind: string;
  seat?: number;
  nonce?: string | null;
  hash?: string | null;
  by_server?: boolean;
  bot?: string | null;
  account?: string | null;
  round?: number;
  secret?: string;
  commitment?: string;
  order?: number[];
  chairs?: Sitter[];
  settings?: { seats?: number; profile?: string; options?: Record<string, unknown> };
}

interface Sitter {
  bot?: string | null;
  account?: string | null;
}

interface Seat {
  nonce: string | null;
  hash: string | null;
  byServer: boolean;
  bot: boolean;
}

const EMPTY: Seat = { nonce: null, hash: null, byServer: false, bot: false };

const seated = ({ bot, account }: Sitter): Seat => ({
  ...EMPTY,
  bot: (bot ?? null) !== null || (account ?? "").startsWith("bot:"),
});
/** Not ready any more. */
const unready = ({ bot }: Seat): Seat => ({ ...EMPTY, bot });

/** What a record says of secrets and nonces, without believing any of it. */
export class Reading {
  commitment = "";
  profile = "";
  /** What differs from the profile. */
  options: Record<string, unknown> = {};
  secrets = new Map<number, Uint8Array>();
  seats: Seat[] = [];

  constructor(readonly record: RecordFile) {
    for (const { payload } of record.entries) this.#read(JSON.parse(payload) as Entry);
  }

  #playing = false;

  #read(entry: Entry): void {
    const seat = entry.seat ?? 0;
    switch (entry.kind) {
      case "open":
        this.commitment = entry.commitment ?? "";
        this.seats = (entry.chairs ?? []).map(seated);
        this.#configure(entry);
        break;
      case "configure":
      case "load":
        if (entry.order) this.#arrange(entry.order);
        this.#configure(entry);
        this.seats = Array.from(
          { length: entry.settings?.seats ?? this.seats.length },
          (_, place) => unready(this.seats[place] ?? EMPTY),
        );
        break;
      case "arrange":
        this.#arrange(entry.order ?? []);
        break;
      case "sit":
        if (!this.#playing) this.seats[seat] = seated(entry);
        break;
      case "stand":
        if (!this.#playing) this.seats[seat] = EMPTY;
        break;
      case "unready":
        if (!this.#playing) this.seats[seat] = unready(this.seats[seat] ?? EMPTY);
        break;
      case "ready":
        this.seats[seat] = {
          bot: this.seats[seat]?.bot ?? false,
          nonce: entry.nonce ?? null,
          hash: entry.hash ?? null,
          byServer: entry.by_server ?? false,
        };
        break;
      case "disclose":
        this.seats[seat] = { ...(this.seats[seat] ?? EMPTY), nonce: entry.nonce ?? null };
        break;
      case "start":
        this.#playing = true;
        break;
      case "reveal":
        this.secrets.set(entry.round ?? 0, fromHex(entry.secret ?? ""));
        break;
    }
  }

  #arrange(order: number[]): void {
    this.seats = order.map((from) => unready(this.seats[from] ?? EMPTY));
  }

  #configure({ settings }: Entry): void {
    this.profile = settings?.profile ?? this.profile;
    this.options = settings?.options ?? this.options;
  }

  get sources(): Source[] {
    return this.seats.map(({ byServer, hash }) => (byServer ? "server" : hash ? "commitment" : "player"));
  }

  async seed(round: number): Promise<Uint8Array> {
    const secret = this.secrets.get(round) ?? new Uint8Array();
    const nonces = this.seats.map(({ nonce }) => fromHex(nonce ?? ""));
    return sha256(
      joined(
        text("stammtisch deal 1\n"),
        secret,
        number(round, 4),
        ...nonces.flatMap((nonce) => [number(nonce.length, 2), nonce]),
      ),
    );
  }
}

/** `pledge` is what this browser has kept of the match, if one played it here. */
export async function prove(record: RecordFile, pledge: Pledge | null = null): Promise<Proof> {
  const reading = new Reading(record);
  return {
    chained: await isChained(record),
    kept: await areKept(reading),
    nonces: await fit(reading),
    pledged: pledge === null || isPledged(reading, pledge),
    sources: reading.sources,
    commitment: reading.commitment,
    rounds: reading.secrets.size,
  };
}

async function isChained({ previous, entries }: RecordFile): Promise<boolean> {
  let hash = fromHex(previous);
  let seq: number | null = null;
  for (const entry of entries) {
    hash = await sha256(joined(hash, text(entry.payload)));
    if (hex(hash) !== entry.hash || (seq !== null && entry.seq !== seq + 1)) return false;
    seq = entry.seq;
  }
  return entries.length > 0;
}

async function areKept({ commitment, secrets }: Reading): Promise<boolean> {
  for (const [round, secret] of secrets) {
    let hash = secret;
    for (let times = 0; times < round; times++) hash = await sha256(hash);
    if (hex(hash) !== commitment) return false;
  }
  return secrets.size > 0;
}

function isPledged({ commitment, seats }: Reading, pledge: Pledge): boolean {
  if (commitment !== pledge.commitment) return false;
  return pledge.nonce === null || seats.some(({ nonce }) => nonce === pledge.nonce);
}

async function fit({ seats, secrets }: Reading): Promise<boolean> {
  const first = secrets.get(1);
  for (const [seat, { nonce, hash, byServer, bot }] of seats.entries()) {
    if (nonce === null || (bot && !byServer)) return false;
    if (hash !== null && hex(await sha256(text(nonce.toLowerCase()))) !== hash) return false;
    if (byServer && first) {
      const due = (await hmac(first, text(`nonce of seat ${seat}`))).slice(0, 16);
      if (hex(due) !== nonce.toLowerCase()) return false;
    }
  }
  return true;
}

/** The options of a profile, which a record only names. */
export type Profiles = (profile: string) => Record<string, unknown>;

/** Whether the hands of a deal are those that its seed gives; null: the page cannot tell. */
export async function dealIsSo(
  record: RecordFile,
  round: number,
  first: number,
  hands: readonly (readonly string[])[],
  profiles: Profiles,
): Promise<boolean | null> {
  const deal = dealer(record.game);
  if (!deal) return null;
  const reading = new Reading(record);
  const options = { ...profiles(reading.profile), ...reading.options };
  const stream = new Stream(await reading.seed(round));
  // Who has left a table of Mao gets no cards.
  const dealt = hands.filter((hand) => hand.length > 0);
  const due = await deal(stream, { seats: dealt.length, first, options });
  return dealt.every(
    (hand, seat) => [...hand].sort().join() === [...(due[seat] ?? [])].sort().join(),
  );
}
