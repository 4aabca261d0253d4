/** The pictures of the French faces: files of their own, loaded when a table needs them. */

import { faceName, writtenName, type Face } from "./faces";
import { resting } from "./motion";
import { whenIdle } from "../state/idle";
import { settings } from "../settings/settings.svelte";

const FILES = import.meta.glob<string>("./faces/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Undefined for cards that a French pack of 52 does not have, and for whoever wishes other faces. */
export function faceUrl(face: Face): string | undefined {
  const { deck, fourColours, largeIndex } = settings.wishes;
  if (deck === "german" || fourColours || largeIndex || !("suit" in face)) return undefined;
  return FILES[`./faces/${face.suit}${face.rank}.svg`];
}

/** What a card is called where it is a button. */
export function buttonName(face: Face): string {
  const german = settings.wishes.deck === "german";
  return faceUrl(face) ? faceName(face, german) : writtenName(face, german);
}

/** Kept, because a browser reads an SVG anew once nobody holds it. */
const held = new Map<string, HTMLImageElement>();

/** Done when these can be drawn without a moment's work. A picture that does not come holds up nobody. */
export async function ready(faces: Iterable<Face>): Promise<void> {
  const coming: Promise<void>[] = [];
  for (const face of faces) {
    const url = faceUrl(face);
    if (!url) continue;
    let image = held.get(url);
    if (!image) {
      image = new Image();
      image.src = url;
      held.set(url, image);
    }
    coming.push(image.decode().catch(() => undefined));
  }
  await Promise.all(coming);
}

/** Get a pack ready, a card at a time, whenever there is nothing else to do. */
export function prepare(faces: readonly Face[]): void {
  const [next, ...others] = faces.filter((face) => !held.has(faceUrl(face) ?? ""));
  if (!next) return;
  whenIdle(() => {
    if (!resting()) prepare(faces);
    else void ready([next]).then(() => prepare(others));
  });
}
