/** The pictures of the French faces: files of their own, loaded when a table needs them. */

import type { Face } from "./faces";

const FILES = import.meta.glob<string>("./faces/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Undefined for cards that a French pack of 52 does not have. */
export function faceUrl(face: Face): string | undefined {
  return "suit" in face ? FILES[`./faces/${face.suit}${face.rank}.svg`] : undefined;
}

/** So that no card is blank when it is dealt. */
export function preload(faces: Iterable<Face>): void {
  for (const face of faces) {
    const url = faceUrl(face);
    if (url) new Image().src = url;
  }
}
