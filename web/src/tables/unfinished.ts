/**
 * What somebody has begun to choose survives a reconnect, a reload and a refusal, as long as the table
 * is in the same position. Another position knows nothing of it.
 */

import { draft, keepDraft } from "./drafts";

/** What is chosen, and all that makes it the same choice when one comes back. */
export interface Spot {
  readonly name: string;
  readonly position: string;
}

/** The hand belongs to the position: cards may be dealt again in the same round. */
export function spotOf(
  table: { id: string; match: string | null; seat: number | null },
  name: string,
  ...position: readonly unknown[]
): Spot {
  return { name: `${table.id}.${name}`, position: JSON.stringify([table.match, table.seat, ...position]) };
}

export function begun<Chosen>({ name, position }: Spot): Chosen | null {
  const kept = draft(name);
  if (!kept) return null;
  const [then, chosen] = JSON.parse(kept) as [string, Chosen];
  return then === position ? chosen : null;
}

export function keepBegun<Chosen>({ name, position }: Spot, chosen: Chosen | null): void {
  keepDraft(name, chosen === null ? "" : JSON.stringify([position, chosen]));
}
