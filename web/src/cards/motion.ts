/** How cards move, and for how long. */

import { cubicOut } from "svelte/easing";
import { flip } from "svelte/animate";
import { settings } from "../state/settings.svelte";

/** Milliseconds. */
export const CARD = 180;
export const TRICK = 250;
export const LOOK = 900;
export const DEAL = 40;

/** Where somebody sits, seen from one's own seat: clockwise from the bottom. */
export type Side = "bottom" | "left" | "top" | "right";

const FOUR: readonly Side[] = ["bottom", "left", "top", "right"];
const THREE: readonly Side[] = ["bottom", "left", "right"];
const TWO: readonly Side[] = ["bottom", "top"];

/** The side of the n-th seat, counted from one's own; larger rounds share the upper side. */
export function sideOf(place: number, players: number): Side {
  if (players <= 2) return TWO[place] ?? "top";
  if (players === 3) return THREE[place] ?? "right";
  if (players === 4) return FOUR[place] ?? "right";
  if (place === 0) return "bottom";
  if (place === 1) return "left";
  return place === players - 1 ? "right" : "top";
}

const AWAY: Record<Side, [number, number]> = {
  bottom: [0, 1],
  left: [-1, 0],
  top: [0, -1],
  right: [1, 0],
};

interface Going {
  side: Side;
  duration?: number;
  delay?: number;
  /** Pixels. */
  distance?: number;
  fade?: boolean;
}

/** A transition from or to a side of the table; none where nothing may move. */
export function slide(
  _node: Element,
  { side, duration = CARD, delay = 0, distance = 140, fade = true }: Going,
) {
  if (!settings.moving) return { duration: 0 };
  const [x, y] = AWAY[side];
  return {
    duration,
    delay,
    easing: cubicOut,
    css: (here: number, away: number) =>
      `transform: translate(${x * away * distance}px, ${y * away * distance}px);` +
      (fade ? `opacity: ${Math.min(1, here * 2)}` : ""),
  };
}

/** Svelte's `flip` at the pace of cards, for hands that are sorted anew. */
export function resort(node: Element, at: { from: DOMRect; to: DOMRect }) {
  return flip(node, at, { duration: settings.moving ? CARD : 0, easing: cubicOut });
}
