/** Finished matches, as the server shows them to whoever may see them. */

import { Refusal } from "../client/connection";
import { patiently } from "../client/patient";
import type { Action, Event, Explanation, View } from "../client/types.gen";
import type { RecordFile, Source } from "../fairness/verify";

export interface MatchInfo {
  id: string;
  game: string;
  profile: string;
  started: number;
  ended: number;
  players: string[];
  outcome: string;
  ranks: number[];
  points: number[];
}

export interface Step {
  seq: number;
  at: number;
  seat: number | null;
  action: Action | null;
  bot: string | null;
  reason: Explanation | null;
  events: Event[];
  view: View;
  turn: number[];
}

export interface Round {
  match: string;
  game: string;
  rounds: number;
  round: number;
  commitment: string;
  nonces_from: Source[];
  steps: Step[];
}

export interface Advice {
  seq: number;
  seat: number;
  action: Action | null;
  reason: Explanation | null;
  same: boolean;
}

interface Said {
  code?: string;
  message?: string;
}

export class Archive {
  constructor(
    readonly match: string,
    private readonly token: string | null,
    private readonly share: string | null,
  ) {}

  info(): Promise<MatchInfo> {
    return this.#get("");
  }

  record(): Promise<RecordFile> {
    return this.#get("/record");
  }

  /** A deal; 0 is the last. */
  round(round: number, seat: number | null): Promise<Round> {
    return this.#get("/replay", { round, ...(seat === null ? {} : { seat }) });
  }

  advice(seq: number): Promise<Advice> {
    return this.#get(`/advice/${seq}`);
  }

  /** A link with which anybody may see the match. */
  async link(): Promise<string> {
    const { share } = await this.#get<{ share: string }>("/share");
    return `${location.origin}/m/${this.match}?share=${share}`;
  }

  async #get<Answer>(path: string, query: Record<string, number> = {}): Promise<Answer> {
    const url = new URL(`/api/matches/${encodeURIComponent(this.match)}${path}`, location.origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    if (this.share) url.searchParams.set("share", this.share);
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : undefined;
    const { answer, body } = await patiently(url, headers ? { headers } : {}).then(
      async (answer) => ({ answer, body: (await answer.json()) as Answer & Said }),
    ).catch(() => {
      // No network, or something between here and the server that answers in its stead.
      throw new Refusal("lost", "The connection is lost.");
    });
    if (!answer.ok) throw new Refusal(body.code ?? "lost", body.message ?? answer.statusText);
    return body;
  }
}
