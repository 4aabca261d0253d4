/** Each game's deal, written from its rules: what each seat gets from a seed. */

import { Stream } from "./stream";

export interface Deal {
  seats: number;
  /** Who gets the first cards, where that is not seat 0. */
  first: number;
  options: Record<string, unknown>;
}

type Dealer = (stream: Stream, deal: Deal) => Promise<string[][]>;

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

const DK_SUITS = ["c", "s", "h", "d"];
const DK_RANKS = ["9", "j", "q", "k", "10", "a"];
/** Which of the two copies of each nine are in the pack. */
const NINES: Record<string, readonly number[]> = { with_all: [0, 1], with_four: [1], without: [] };

const doppelkopf: Dealer = async (stream, { first, options }) => {
  const nines = NINES[String(options.without9 ?? "with_all")] ?? [0, 1];
  const joker = options.joker !== undefined && options.joker !== "none";
  const pack: string[] = [];
  for (const suit of DK_SUITS) {
    for (const rank of DK_RANKS) {
      for (const copy of [0, 1]) {
        if (rank === "9" && !nines.includes(copy)) continue;
        const likeJoker = suit + rank === (nines.length === 0 ? "dk" : "d9") && copy === 1;
        pack.push(joker && likeJoker ? "j0" : suit + rank);
      }
    }
  }
  const shuffled = await stream.shuffled(pack);
  const size = pack.length / 4;
  const hands: string[][] = [[], [], [], []];
  for (const place of range(4)) {
    hands[(first + place) % 4] = shuffled.slice(place * size, (place + 1) * size);
  }
  return hands;
};

const FULL_SET = [...range(52), ...range(52), 53, 52].map(String);

const tiles: Dealer = async (stream, { seats }) => {
  const set = await stream.shuffled(FULL_SET);
  const starter = await stream.below(seats);
  let taken = 0;
  return range(seats).map((seat) => set.slice(taken, (taken += 14 + Number(seat === starter))));
};

const mao: Dealer = async (stream, { seats }) => {
  const hands: string[][] = [];
  for (const _ of range(seats)) {
    const hand: string[] = [];
    while (hand.length < 7) hand.push(String(await stream.below(52)));
    hands.push(hand);
  }
  return hands;
};

const BLACK = ["7", "8", "9", "10", "J", "N", "Q", "K"];
const RED = ["4", "3", "2", "1", "J", "N", "Q", "K"];
const TAROKS = [...range(21).map((at) => `T${at + 1}`), "TS"];
const PACK = [
  ...["C", "S"].flatMap((suit) => BLACK.map((rank) => suit + rank)),
  ...["H", "D"].flatMap((suit) => RED.map((rank) => suit + rank)),
  ...TAROKS,
];

/** `first` is forehand. Six cards to the talon, then twice six to each. */
const tarock: Dealer = async (stream, { first, options }) => {
  const redeal = (options.redeal ?? "automatic") === "automatic";
  for (let pack = PACK; ; ) {
    pack = await stream.shuffled(pack);
    const hands: string[][] = [[], [], [], []];
    for (const place of range(8)) {
      hands[(first + place) % 4]!.push(...pack.slice(6 + place * 6, 12 + place * 6));
    }
    const without = hands.some((hand) => !hand.some((card) => card.startsWith("T")));
    if (!redeal || !without) return hands;
  }
};

const DEALERS: Record<string, Dealer> = { doppelkopf, tiles, mao, tarock };

/** Null: this page does not know how the game is dealt. */
export function dealer(game: string): Dealer | null {
  return DEALERS[game] ?? null;
}
