/** A rack: two rows of twelve places, on which one arranges one's tiles as one likes. */

import { faceOf, isPair, isRun, isSet, JOKER } from "./tiles";

export const ROW = 12;
export const PLACES = 24;
export type Rack = readonly (number | null)[];

/** The places of each block: neighbouring tiles of one row. */
export function blocks(rack: Rack): number[][] {
  const found: number[][] = [];
  for (const start of [0, ROW]) {
    let block: number[] = [];
    for (let place = start; place < start + ROW; place++) {
      if (rack[place] !== null) block.push(place);
      else if (block.length) {
        found.push(block);
        block = [];
      }
    }
    if (block.length) found.push(block);
  }
  return found;
}

/** The places of all tiles that lie in groups (or in pairs, where pairs win). */
export function glowing(rack: Rack, wild: number, pairs = false): Set<number> {
  const lit = new Set<number>();
  for (const block of blocks(rack)) {
    const faces = block.map((place) => faceOf(rack[place]!, wild));
    if (isRun(faces) || isSet(faces) || (pairs && isPair(faces))) block.forEach((place) => lit.add(place));
  }
  return lit;
}

/** One's own arrangement with the tiles that one has now: new ones go to the last free places. */
export function reconciled(arranged: Rack, held: readonly number[]): Rack {
  const left = [...held];
  const rack = arranged.map((tile) => {
    const at = tile === null ? -1 : left.indexOf(tile);
    if (at < 0) return null;
    left.splice(at, 1);
    return tile;
  });
  for (const tile of left) {
    const place = freePlace(rack);
    if (place >= 0) rack[place] = tile;
  }
  return rack;
}

/** A place without neighbours if there is one, so that a new tile breaks no group. */
function freePlace(rack: Rack): number {
  const free = rack.flatMap((tile, place) => (tile === null ? [place] : []));
  const alone = free.filter((place) => {
    const left = place % ROW === 0 ? null : rack[place - 1];
    const right = place % ROW === ROW - 1 ? null : rack[place + 1];
    return (left ?? null) === null && (right ?? null) === null;
  });
  return alone.at(-1) ?? free.at(-1) ?? -1;
}

/** What has come to each place that shows another tile now: from which place, or from elsewhere (null). */
export function comings(before: Rack, after: Rack): Map<number, number | null> {
  const left = before.flatMap((tile, place) => (tile !== null && after[place] !== tile ? [place] : []));
  const found = new Map<number, number | null>();
  after.forEach((tile, place) => {
    if (tile === null || before[place] === tile) return;
    const at = left.findIndex((from) => before[from] === tile);
    found.set(place, at < 0 ? null : left.splice(at, 1)[0]!);
  });
  return found;
}

/** Take the tile of one place to another; what lies there comes back. */
export function moved(rack: Rack, from: number, to: number): Rack {
  const next = [...rack];
  [next[from], next[to]] = [next[to] ?? null, next[from] ?? null];
  return next;
}

/** The rack as it is sent with a put: without one tile, which is at `place`. */
export function without(rack: Rack, place: number): Rack {
  return rack.map((tile, at) => (at === place ? null : tile));
}

// --- sorting ------------------------------------------------------------------------------------

type Groups = { groups: number[][]; rest: number[] };

function runs(tiles: readonly number[]): Groups {
  let left = [...tiles].sort((one, other) => one - other);
  const groups: number[][] = [];
  for (;;) {
    let best: number[] = [];
    for (const first of new Set(left)) {
      const run = [first];
      while (run.at(-1)! % 13 !== 12 && left.includes(run.at(-1)! + 1)) run.push(run.at(-1)! + 1);
      if (run.length > best.length) best = run;
    }
    if (best.length < 3) return { groups, rest: left };
    groups.push(best);
    left = minus(left, best);
  }
}

function sets(tiles: readonly number[]): Groups {
  let left = [...tiles].sort((one, other) => one - other);
  const groups: number[][] = [];
  for (;;) {
    let best: number[] = [];
    for (let number = 0; number < 13; number++) {
      const set = [...new Set(left.filter((tile) => tile % 13 === number))];
      if (set.length > best.length) best = set;
    }
    if (best.length < 3) return { groups, rest: left };
    groups.push(best);
    left = minus(left, best);
  }
}

function minus(tiles: readonly number[], taken: readonly number[]): number[] {
  const left = [...tiles];
  for (const tile of taken) left.splice(left.indexOf(tile), 1);
  return left;
}

/** Two tiles that a joker makes a group of, with the joker at its place; null if none does. */
function joined(one: number, other: number, joker: number): { run: boolean; group: number[] } | null {
  if (one % 13 === other % 13) return one === other ? null : { run: false, group: [one, other, joker] };
  if (Math.floor(one / 13) !== Math.floor(other / 13)) return null;
  const [low, high] = one < other ? [one, other] : [other, one];
  if (high - low === 2) return { run: true, group: [low, joker, high] };
  if (high - low !== 1) return null;
  return { run: true, group: high % 13 === 12 ? [joker, low, high] : [low, high, joker] };
}

/** Groups that jokers make of what is left over, of the wished kind if there is one. */
function withJokers(how: "runs" | "sets", rest: readonly number[], jokers: readonly number[]) {
  const groups: number[][] = [];
  const idle: number[] = [];
  let left = [...rest];
  for (const joker of jokers) {
    const found = left.flatMap((one, at) =>
      left.slice(at + 1).flatMap((other) => joined(one, other, joker) ?? []),
    );
    const best = found.find((each) => each.run === (how === "runs")) ?? found[0];
    if (!best) idle.push(joker);
    else {
      groups.push(best.group);
      left = minus(left, best.group.filter((tile) => tile !== joker));
    }
  }
  return { groups, rest: left, idle };
}

/** Groups first, found by runs or by sets before the other; then the rest in order, jokers last. */
export function sortedBy(how: "runs" | "sets", held: readonly number[], wild: number): Rack {
  const plain = held.filter((tile) => faceOf(tile, wild) !== JOKER && tile < JOKER);
  const jokers = held.filter((tile) => faceOf(tile, wild) === JOKER);
  const special = held.filter((tile) => faceOf(tile, wild) !== JOKER && tile >= JOKER);
  const [first, second] = how === "runs" ? [runs, sets] : [sets, runs];
  const found = first(plain);
  const more = second(found.rest);
  const order =
    how === "runs"
      ? (one: number, other: number) => one - other
      : (one: number, other: number) => (one % 13) - (other % 13) || one - other;
  const joining = withJokers(how, more.rest, jokers);
  const rest = [...joining.rest.sort(order), ...special, ...joining.idle];
  return laid([...found.groups, ...more.groups, ...joining.groups], rest);
}

/** Groups with gaps between them, the rest behind; without gaps where there is no room. */
function laid(groups: number[][], rest: readonly number[]): Rack {
  const rack: (number | null)[] = Array.from({ length: PLACES }, () => null);
  const next = [0, ROW];
  const loose: number[] = [];
  for (const group of [...groups].sort((one, other) => other.length - one.length)) {
    const row = next.findIndex((place, at) => place + group.length <= (at + 1) * ROW);
    if (row < 0) {
      loose.push(...group);
      continue;
    }
    group.forEach((tile, at) => (rack[next[row]! + at] = tile));
    next[row] = next[row]! + group.length + 1;
  }
  const free: number[] = [];
  for (const row of [1, 0]) {
    for (let place = next[row]!; place < (row + 1) * ROW; place++) free.push(place);
  }
  for (let place = 0; place < PLACES; place++) if (!free.includes(place)) free.push(place);
  for (const tile of [...loose, ...rest]) {
    const place = free.find((at) => rack[at] === null);
    if (place !== undefined) rack[place] = tile;
  }
  return rack;
}
