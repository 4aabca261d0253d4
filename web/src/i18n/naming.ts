/** Names of things that come from the server, where the page has a word for them. */

import { faceName } from "../cards/faces";
import type { Explanation, OptionInfo, SeatInfo } from "../client/types.gen";
import { settings } from "../settings/settings.svelte";
import type { Blanks } from "./filling";
import { findReason, type Memory } from "./reasoning";
import { optionWords, reasonWords } from "./shared";
import { words } from "./texts.svelte";

function readable(name: string): string {
  return name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

function named(kind: string, name: string): string {
  return words.find(`${kind}.${name}`) ?? readable(name);
}

export const gameName = (game: string): string => named("game", game);
export const levelName = (level: string): string => named("level", level);
export const profileName = (game: string, profile: string): string =>
  named(`profile.${game}`, profile);
export const leaverName = (leaver: string): string => named("leaver", leaver);

/** `medium_bot2` is "Bot 2": how strong it is stands beside it. */
export function personName(name: string): string {
  const number = /^[a-z]+_bot(\d+)$/.exec(name)?.[1];
  return number ? words.say("botNumber", { number: Number(number) }) : name;
}

/** Null: an empty seat. */
export function seatName(seat: Pick<SeatInfo, "name"> | undefined): string | null {
  return seat?.name ? personName(seat.name) : null;
}

/** The names of rules are loaded where rules are shown. */
const OPTIONS = "options";

export function loadOptionNames(): Promise<void> {
  return words.loadGame(OPTIONS, optionWords);
}

const listed = (key: string) => words.find(key, {}, OPTIONS);

export const groupName = (game: string, group: string): string =>
  group ? (listed(`group.${game}.${group}`) ?? group) : words.say("general");

export const optionName = (game: string, option: string): string =>
  listed(`option.${game}.${option}`) ?? readable(option);

export const optionMeaning = (game: string, option: OptionInfo): string =>
  listed(`meaning.${game}.${option.name}`) ?? option.meaning;

export function valueName(game: string, option: string, value: unknown): string {
  if (typeof value === "boolean") return words.say(value ? "yes" : "no");
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map((each) => valueName(game, option, each)).join(", ");
  return (
    listed(`value.${game}.${option}.${String(value)}`) ??
    listed(`value.${game}.${String(value)}`) ??
    readable(String(value))
  );
}

/** Reasons are loaded with the table of a game. */
const REASONS = "reasons";

export function loadReasons(): Promise<void> {
  return words.loadGame(REASONS, reasonWords);
}

const memory = (): Memory => ({
  language: words.language,
  texts: words.of(REASONS),
  card: (suit, rank) => faceName({ suit, rank }, settings.wishes.deck === "german"),
});

/** Why a bot does something. */
export function reasonName(reason: Explanation): string {
  return findReason(reason.code, reason.data, memory()) ?? reason.sentence;
}

/** One of the sentences of reasons, by its code. */
export function reasonByCode(code: string, data: Blanks = {}): string | null {
  return findReason(code, data, memory());
}
