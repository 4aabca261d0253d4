/** Friendly names for those who have not thought of one. */

import type { Language } from "./languages";

const NAMES: Record<Language, readonly string[]> = {
  de: [
    ...["Herzbube", "Karosieben", "Frohnatur", "Stammgast", "Nachteule", "Glückspilz"],
    ...["Eckplatz", "Kartenfuchs", "Feierabend", "Pikzehn", "Spätschicht", "Kreuzdame"],
    ...["Windlicht", "Bierdeckel", "Lampenschein", "Trumpfdame"],
  ],
  en: [
    ...["QuietJack", "NightOwl", "LuckySeven", "Regular", "CornerSeat", "CardFox"],
    ...["SteadyHand", "LastRound", "SpadeTen", "LateShift", "Candlelight", "BeerMat"],
    ...["GoodSport", "ClubQueen", "WindowSeat", "LampLight"],
  ],
  sl: [
    ...["SrčniFant", "NočnaPtica", "Sedmica", "StalniGost", "Kotiček", "Lisjak"],
    ...["MirnaRoka", "ZadnjiKrog", "Desetka", "PoznaUra", "Svečka", "Podstavek"],
    ...["DobraVolja", "KriževaDama", "ObOknu", "Lučka"],
  ],
};

export function friendlyName(language: Language, random: () => number = Math.random): string {
  const names = NAMES[language];
  return names[Math.floor(random() * names.length)] ?? "Guest";
}
