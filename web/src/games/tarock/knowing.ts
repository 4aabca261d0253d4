/** What a seat could know of the others, by what it saw. */

import type { TarockView } from "../../client/types.gen";
import { settings } from "../../settings/settings.svelte";
import { unseenOf, withoutOf } from "../tricks/knowing";
import { t as page, type Key } from "../../i18n/texts.svelte";
import { cardName, t } from "./wording";

const TAROK = "T";
/** The highest first. */
const TAROKS = ["TS", ...Array.from({ length: 21 }, (_, lower) => `T${21 - lower}`)];

export function known(view: TarockView, name: (seat: number) => string): string[] {
  if (view.phase !== "play") return [];
  const told: string[] = [];
  if (view.partner_known && view.partner !== null && view.partner !== view.seat) {
    told.push(t("known.partner", { name: name(view.partner) }));
  }
  const tricks = [...view.tricks, ...(view.trick ? [view.trick] : [])].map((trick) =>
    trick.cards.map((card, place) => ({ seat: (trick.leader + place) % 4, card })),
  );
  for (const [seat, kinds] of withoutOf(tricks, (card) => card.slice(0, 1), TAROK)) {
    if (seat === view.seat) continue;
    told.push(t("known.without", { name: name(seat), suits: kinds.map(kindName).join(", ") }));
  }
  const seen = [
    ...tricks.flat().map((laid) => laid.card),
    ...[...view.tricks].flatMap((trick) => trick.gift ?? []),
    ...(view.hand ?? []),
    ...(view.discarded ?? []),
    ...view.piles.flatMap((pile, number) => (number === view.picked ? [] : pile)),
    ...view.shown,
  ];
  const out = unseenOf(TAROKS, seen);
  const [highest] = out;
  told.push(highest ? t("known.out", { count: out.length, card: cardName(highest) }) : t("known.none_out"));
  return told;
}

function kindName(kind: string): string {
  if (kind === TAROK) return t("tarok");
  return page(`${settings.wishes.deck === "german" ? "germanSuit" : "suit"}.${kind.toLowerCase()}` as Key);
}
