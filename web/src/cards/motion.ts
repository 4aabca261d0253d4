/**
 * How cards and tiles move, and for how long. Only what the browser can move without the page's help
 * (transform, translate, opacity), from one place to another: it is smooth while the page is busy.
 */

import { settings } from "../settings/settings.svelte";

/** Milliseconds. */
export const CARD = 180;
export const TRICK = 250;
export const LOOK = 900;
export const DEAL = 40;
/** What is not drawn by then is dealt all the same. */
const MOST_WAIT = 400;
/** Quick at first, as a card that is thrown. */
const EASING = "cubic-bezier(0.33, 1, 0.68, 1)";
/** Pixels: from beside the table, and from just above the hand. */
const FAR = 140;
const NEAR = 60;

/** What moves; the browser has its animation under this name. */
export type Motion =
  | "deal"
  | "play"
  | "trick"
  | "hand"
  | "take"
  | "lay"
  | "talon"
  | "draw"
  | "put"
  | "sort";

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

// --- one thing that moves ------------------------------------------------------------------------

const moving = new Set<Animation>();
/** What is away at the end of its motion, until its element is taken from the page. */
const leaving = new WeakMap<Element, Animation>();

/** Null where nothing may move. */
function go(
  node: Element,
  motion: Motion,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions = {},
): Animation | null {
  // It comes back before it has gone.
  leaving.get(node)?.cancel();
  leaving.delete(node);
  if (!settings.moving) return null;
  const animation = node.animate(frames, { id: motion, duration: CARD, easing: EASING, ...timing });
  moving.add(animation);
  animation.onfinish = animation.oncancel = () => moving.delete(animation);
  return animation;
}

/** Nothing moves, or is about to. */
export const resting = () => moving.size === 0;

/** A tap: everything is at once where it goes. */
export function skip(): void {
  for (const animation of [...moving]) animation.finish();
}

/** It is seen from the middle of its way. */
function fromSide(side: Side, distance: number): Keyframe[] {
  const [x, y] = AWAY[side];
  return [
    { transform: `translate(${x * distance}px, ${y * distance}px)`, opacity: 0 },
    { opacity: 1, offset: 0.5 },
    { transform: "none", opacity: 1 },
  ];
}

function toSide(side: Side, distance: number): Keyframe[] {
  const [away, half, here] = fromSide(side, distance) as [Keyframe, Keyframe, Keyframe];
  return [here, half, away];
}

// --- what components ask for ---------------------------------------------------------------------

interface Going {
  motion: Motion;
  side: Side;
  duration?: number;
  /** It begins that much later. */
  delay?: number;
  distance?: number;
}

/** A transition from or to a side of the table. */
export function slide(
  node: Element,
  { motion, side, duration = CARD, delay = 0, distance = FAR }: Going,
  { direction }: { direction: "in" | "out" | "both" },
): { duration: number } {
  if (direction === "out") {
    const going = go(node, motion, toSide(side, distance), { duration, delay, fill: "forwards" });
    if (!going) return { duration: 0 };
    leaving.set(node, going);
    return { duration: duration + delay };
  }
  go(node, motion, fromSide(side, distance), { duration, delay, fill: "backwards" });
  return { duration: 0 };
}

/** A card comes into the hand. */
export function take(node: Element): void {
  go(node, "take", fromSide("top", NEAR));
}

/** A tile comes onto the rack. */
export function draw(node: Element): void {
  go(node, "draw", fromSide("top", NEAR));
}

/** A transition of cards that are given away; a played one lies in the trick already. */
export function lay(node: Element, { given }: { given: boolean }): { duration: number } {
  return given ? slide(node, { motion: "lay", side: "top" }, { direction: "out" }) : { duration: 0 };
}

/** It is at its new place already, and comes from that far away. */
export function shift(node: Element, motion: Motion, x: number, y = 0): void {
  go(node, motion, [{ translate: `${x}px ${y}px` }, { translate: "none" }]);
}

/**
 * Cards come one after the other. They begin when their pictures are there and the table is on the
 * screen: to build it takes a slow machine longer than a card takes to fall.
 */
export function deal(cards: readonly Element[], pictures: Promise<unknown>): void {
  const coming = cards.map((card, place) =>
    go(card, "deal", fromSide("top", NEAR), { delay: place * DEAL, fill: "backwards" }),
  );
  for (const animation of coming) animation?.pause();
  void onScreen(pictures).then(() => {
    for (const animation of coming) if (animation?.playState === "paused") animation.play();
  });
}

async function onScreen(pictures: Promise<unknown>): Promise<void> {
  await Promise.race([pictures, new Promise((late) => setTimeout(late, MOST_WAIT))]);
  // The first frame draws the table, the second comes when that is done.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** How long a deal is looked at before anything else is drawn, in milliseconds. */
export function dealLasts(cards: number): number {
  return settings.moving ? cards * DEAL + CARD : 0;
}
