/** The way to the server: a WebSocket that comes back by itself, and asks with their answers. */

import type { Answers, Ask, Refused, Tell, Welcome } from "./types.gen";

/** What a WebSocket must be able to do here; tests give another. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export type Link = "connecting" | "open" | "lost";

/** An ask without its `id`, which the connection gives. */
export type Asking<Kind extends Ask["type"]> = Omit<Extract<Ask, { type: Kind }>, "id" | "type">;

/** The server said no, or nothing (`lost`): a code, a sentence, and what stands in its blanks. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export interface Listener {
  /** Also after every reconnect: come in again, and join the table again. */
  welcomed(welcome: Welcome): Promise<void>;
  told(tell: Tell): void;
  changed(link: Link): void;
  /** The server has said nothing for longer than it should, or speaks again. Whoever looks has this. */
  doubted?(silent: boolean): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** A server that has not answered a ping in this time is not there any more. */
const PATIENCE = 10_000;
/** Where nothing has been heard for so long, the server is asked whether it is there. */
const QUIET = 20_000;
/** Where somebody looks. While others play there is always something to hear, and nobody asks. */
const QUIET_WATCHED = 5_000;
/** People are told that a ping has had no answer for so long. */
const SILENCE = 4_000;
/** What has come meanwhile is heard first, if it was the page that stood still. */
const A_MOMENT = 300;
/** The network has just changed: see sooner. */
const IMPATIENCE = 5_000;
/** An answer that is not there by then makes one doubt. */
const DOUBT = 3_000;
/** What may take its time: a bot thinks about a hint, and the server answers one after the other. */
const SLOW: ReadonlySet<Ask["type"]> = new Set(["hint", "ping"]);

/** What one comes in and back to the table with: all else waits until one is there. */
const RETURNING: ReadonlySet<Ask["type"]> = new Set(["enter", "join", "ping", "resume"]);

interface Waiting {
  type: Ask["type"];
  resolve(tell: Tell): void;
  reject(refusal: Refusal): void;
}

export class Connection {
  #socket: Socket | null = null;
  #asked = new Map<number, Waiting>();
  #lastId = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #silent = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** The server has greeted on this socket. */
  #greeted = false;
  #opened: (() => void)[] = [];
  link: Link = "connecting";

  constructor(
    private readonly listener: Listener,
    private readonly open: () => Socket,
  ) {}

  connect(): void {
    if (this.#socket || this.#closed) return;
    clearTimeout(this.#retry);
    const socket = this.open();
    this.#socket = socket;
    this.#greeted = false;
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(data) as Tell);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  /** Resolves with the answer, rejects with a `Refusal`. Nothing is ever asked twice by itself. */
  ask<Kind extends Ask["type"]>(type: Kind, fields: Asking<Kind>): Promise<Answers[Kind]> {
    const socket = this.#socket;
    const away = this.link === "lost" && !(this.#greeted && RETURNING.has(type));
    if (!socket || away) return Promise.reject(lost());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { type, resolve: resolve as (tell: Tell) => void, reject });
      socket.send(JSON.stringify({ type, id, ...fields }));
      // A socket whose network has gone takes everything, and says nothing.
      if (!SLOW.has(type)) this.#unanswered ??= setTimeout(() => this.#ping(), DOUBT);
    });
  }

  /** The network changed, or the page is looked at again: see at once whether the server is there. */
  hurry(): void {
    this.#failures = 0;
    if (!this.#socket) this.connect();
    else if (this.link === "open") this.#ping(IMPATIENCE);
  }

  /** Connects if it must, and resolves when one can ask. */
  opened(): Promise<void> {
    if (this.link === "open") return Promise.resolve();
    return new Promise((resolve) => {
      this.#opened.push(resolve);
      this.connect();
    });
  }

  /** A new connection in place of this one; resolves when it is open. */
  anew(): Promise<void> {
    this.#failures = 0;
    this.#socket?.close();
    this.#lose();
    clearTimeout(this.#retry);
    return this.opened();
  }

  /** For good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#lose();
  }

  #hear(tell: Tell): void {
    this.#calm();
    if (this.link === "open") this.#listen();
    if (tell.type === "welcome") {
      this.#welcome(tell);
      return;
    }
    const id = "id" in tell && typeof tell.id === "number" ? tell.id : null;
    const waiting = id === null ? undefined : this.#asked.get(id);
    if (id !== null && waiting) {
      this.#asked.delete(id);
      if (tell.type === "error") waiting.reject(refused(tell));
      else {
        // Before the promise: what follows the answer must find it applied already.
        this.listener.told(tell);
        waiting.resolve(tell);
      }
    } else this.listener.told(tell);
  }

  #welcome(welcome: Welcome): void {
    const socket = this.#socket;
    this.#greeted = true;
    this.listener.welcomed(welcome).then(
      () => {
        if (socket !== this.#socket) return;
        this.#failures = 0;
        this.#change("open");
        this.#listen();
        for (const resolve of this.#opened.splice(0)) resolve();
      },
      () => {
        if (socket === this.#socket) socket?.close();
      },
    );
  }

  #calm(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#unanswered);
    clearTimeout(this.#silence);
    this.#unanswered = undefined;
    this.#doubt(false);
  }

  /** From now on, for as long as it may be quiet. */
  #listen(): void {
    clearTimeout(this.#quiet);
    const soon = this.listener.doubted ? QUIET_WATCHED : QUIET;
    this.#quiet = setTimeout(() => {
      // It answers one after the other: behind a hint a ping waits as well.
      if (this.#thinks) this.#quiet = setTimeout(() => this.#ping(), QUIET - soon);
      else this.#ping();
    }, soon);
  }

  get #thinks(): boolean {
    return [...this.#asked.values()].some(({ type }) => type === "hint");
  }

  #doubt(silent: boolean): void {
    if (silent === this.#silent) return;
    this.#silent = silent;
    this.listener.doubted?.(silent);
  }

  #ping(patience = PATIENCE): void {
    this.#calm();
    clearTimeout(this.#quiet);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      this.#silence = setTimeout(() => this.#doubt(true), A_MOMENT);
    }, SILENCE);
    this.#patience = setTimeout(() => {
      if (socket !== this.#socket) return;
      socket?.close();
      this.#lose();
    }, patience);
    this.ask("ping", {}).catch(() => undefined);
  }

  #lose(): void {
    this.#socket = null;
    clearTimeout(this.#quiet);
    this.#calm();
    this.#change("lost");
    const waiting = [...this.#asked.values()];
    this.#asked.clear();
    for (const each of waiting) each.reject(lost());
    if (this.#closed) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    // Not all at once when a server with many guests comes back.
    this.#retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  #change(link: Link): void {
    if (link === this.link) return;
    this.link = link;
    this.listener.changed(link);
  }
}

function refused(error: Refused): Refusal {
  return new Refusal(error.code, error.message, error.data ?? {});
}

function lost(): Refusal {
  return new Refusal("lost", "The connection is lost; trying again.");
}
