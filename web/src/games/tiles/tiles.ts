/** Tiles as the server numbers them: colour × 13 + number − 1; 52 and above are marked jokers. */

export const COLOURS = ["red", "blue", "yellow", "black"] as const;
export type Colour = (typeof COLOURS)[number];

export const JOKER = 52;
const NUMBERS = 13;

/** 0 is a marked joker. */
export function numberOf(tile: number): number {
  return tile >= JOKER ? 0 : (tile % NUMBERS) + 1;
}

export function colourOf(tile: number): Colour {
  return COLOURS[tile >= JOKER ? tile - JOKER : Math.floor(tile / NUMBERS)]!;
}

/** What a tile plays as when `wild` is the wild kind: `JOKER` for a wild one. */
export function faceOf(tile: number, wild: number): number {
  if (wild === JOKER) return Math.min(tile, JOKER);
  if (tile >= JOKER) return wild;
  return tile === wild ? JOKER : tile;
}

/** Three or four tiles of one number, each colour once; jokers fill in. */
export function isSet(faces: readonly number[]): boolean {
  if (faces.length < 3 || faces.length > 4) return false;
  const plain = faces.filter((face) => face !== JOKER);
  return (
    new Set(plain).size === plain.length && new Set(plain.map((face) => face % NUMBERS)).size <= 1
  );
}

/** Three tiles or more of one colour, going up by one; a joker has the number of its place. */
export function isRun(faces: readonly number[]): boolean {
  if (faces.length < 3 || faces.length > NUMBERS) return false;
  const place = faces.findIndex((face) => face !== JOKER);
  if (place < 0) return true;
  const face = faces[place]!;
  const low = (face % NUMBERS) - place;
  if (low < 0 || low + faces.length > NUMBERS) return false;
  return faces.every((other, at) => other === JOKER || other === face - place + at);
}

export function isPair(faces: readonly number[]): boolean {
  return faces.length === 2 && (faces[0] === faces[1] || faces.includes(JOKER));
}
