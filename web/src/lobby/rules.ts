/** Rule options as the create dialog handles them: what holds, and what needs or excludes what. */

import type { Asking } from "../client/connection";
import type { GameInfo, OptionInfo, TableInfo } from "../client/types.gen";

export type Value = boolean | number | string | string[];
export type Values = Record<string, Value>;

/** How a table is run, as far as people choose it. */
export interface Running {
  profile: string;
  /** What differs from the profile. */
  options: Values;
  seats: number;
  name: string;
  private: boolean;
  password: string;
  leaver: NonNullable<Asking<"open">["leaver"]>;
  bots: string;
  fill_after: number | null;
  /** Seconds for which a seat of a running match is kept; 0: for good. */
  grace: number;
  /** Milliseconds that bots take for a move; null: as the server has it. */
  pace: number | null;
  watch: boolean;
  hints: boolean;
}

/** A new table of this game, for who has no wishes. */
export function usualRunning(info: GameInfo): Running {
  return {
    profile: info.usual_profile,
    options: {},
    seats: Math.min(4, info.most_seats),
    name: "",
    private: false,
    password: "",
    leaver: "bot",
    bots: info.usual_level,
    fill_after: null,
    grace: 120,
    pace: null,
    watch: true,
    hints: true,
  };
}

/** How a table that is there is run. Its password is nobody's to see. */
export function runningOf(table: TableInfo, info: GameInfo): Running {
  const { profile, name, bots, fill_after, grace, pace, watch, hints } = table;
  const leaver = table.leaver as Running["leaver"];
  const options = differing(info, profile, table.options);
  const seats = table.seats.length;
  const run = { leaver, bots, fill_after, grace, pace, watch, hints };
  return { profile, options, seats, name, ...run, private: table.private, password: "" };
}

/** What is to be sent so that a table that is run like `before` is run like `after`. */
export function changes(before: Running, after: Running): Asking<"configure"> {
  const changed = Object.entries(after).filter(
    ([name, value]) => !same(value, before[name as keyof Running]),
  );
  const asked = Object.fromEntries(changed) as Asking<"configure">;
  // A profile brings its own values: what differs from them must be said with it.
  return asked.profile === undefined ? asked : { ...asked, options: after.options };
}

/** The values that are not the profile's own. */
export function differing(info: GameInfo, profile: string, values: Values): Values {
  const usual = info.profiles[profile] ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !same(value, usual[name])),
  );
}

/** The value of every option: the profile's, and what was changed. */
export function valuesOf(info: GameInfo, profile: string, changed: Values): Values {
  return { ...info.profiles[profile], ...changed };
}

/** The options on which this one depends, and which are not as it needs them. */
export function missing(option: OptionInfo, values: Values): string[] {
  return Object.entries(option.needs)
    .filter(([name, allowed]) => !allowed.some((value) => same(value, values[name])))
    .map(([name]) => name);
}

/**
 * What differs from the profile once that option has that value. What means nothing any more is off
 * then: nobody could turn it off, and it might exclude others. What means something again is as the
 * profile has it.
 */
export function changedBy(
  info: GameInfo,
  profile: string,
  changed: Values,
  option: OptionInfo,
  value: Value,
): Values {
  const before = valuesOf(info, profile, changed);
  const after = { ...before, [option.name]: value };
  for (let more = true; more; ) {
    more = false;
    for (const each of info.options) {
      const [means, meant] = [after, before].map((values) => missing(each, values).length === 0);
      if (means === meant || each === option) continue;
      const value = means ? info.profiles[profile]?.[each.name] : offValue(each);
      if (value === undefined || value === null || same(after[each.name], value)) continue;
      after[each.name] = value;
      more = true;
    }
  }
  return differing(info, profile, after);
}

function offValue({ kind, choices }: OptionInfo): Value | null {
  if (kind === "switch") return false;
  return choices.includes("none") ? "none" : null;
}

/** Options in their groups, in the order in which the game lists them. */
export function grouped(options: readonly OptionInfo[]): [string, OptionInfo[]][] {
  const groups = new Map<string, OptionInfo[]>();
  for (const option of options) {
    groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  }
  return [...groups];
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
