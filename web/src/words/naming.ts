/** Names of things that come from the server, where the page has a word for them. */

import type { OptionInfo } from "../protocol/types.gen";
import { words } from "./words.svelte";

function named(kind: string, name: string): string {
  return words.find(`${kind}.${name}`) ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

export const gameName = (game: string): string => named("game", game);
export const levelName = (level: string): string => named("level", level);
export const profileName = (game: string, profile: string): string => named(`profile.${game}`, profile);
export const leaverName = (leaver: string): string => named("leaver", leaver);
export const groupName = (game: string, group: string): string =>
  group ? named(`group.${game}`, group) : words.say("rules");
export const optionName = (game: string, option: string): string => named(`option.${game}`, option);
export const valueName = (game: string, option: string, value: unknown): string =>
  words.find(`value.${game}.${option}.${String(value)}`) ?? named(`value.${game}`, String(value));
export const optionMeaning = (game: string, option: OptionInfo): string =>
  words.find(`meaning.${game}.${option.name}`) ?? option.meaning;
