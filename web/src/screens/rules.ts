/** Rule options as the create dialog handles them: what holds, and what needs or excludes what. */

import type { GameInfo, OptionInfo } from "../protocol/types.gen";

export type Value = boolean | number | string | string[];
export type Values = Record<string, Value>;

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
