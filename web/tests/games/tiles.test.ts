import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import front from "../../src/games/tiles";
import { keep, kept } from "../../src/games/tiles/keeping";
import { blocks, comings, glowing, moved, PLACES, reconciled, sortedBy, without } from "../../src/games/tiles/rack";
import type { LegalAction, ObservationInfo, TilesAction, TilesView } from "../../src/client/types.gen";
import { tilesWords } from "../../src/i18n/tiles";
import { words } from "../../src/i18n/texts.svelte";
import { scores } from "../../src/games/tiles/sheet";
import { observation } from "../socket";
import { keepStill } from "../still";
import { atTable } from "./positions";
import { faceOf, isPair, isRun, isSet, JOKER } from "../../src/games/tiles/tiles";

const red = (number: number) => number - 1;
const blue = (number: number) => 13 + number - 1;
const yellow = (number: number) => 26 + number - 1;
const black = (number: number) => 39 + number - 1;

function rack(...tiles: (number | null)[]) {
  return Array.from({ length: PLACES }, (_, place) => tiles[place] ?? null);
}

describe("groups", () => {
  // The same examples as in docs/rules/tiles.md.
  test.each([
    [[red(5), blue(5), yellow(5)], true],
    [[red(5), JOKER, blue(5)], true],
    [[red(5), JOKER, JOKER], true],
    [[red(5), blue(5), red(5)], false],
    [[red(5), blue(5), yellow(5), black(5), JOKER], false],
  ])("a set %j: %s", (faces, yes) => expect(isSet(faces)).toBe(yes));

  test.each([
    [[red(11), red(12), red(13)], true],
    [[JOKER, red(2), red(3)], true],
    [[red(11), JOKER, red(13)], true],
    [[red(3), JOKER, JOKER, red(6)], true],
    [[red(12), red(13), red(1)], false],
    [[red(3), red(2), red(1)], false],
    [[red(3), JOKER, red(4)], false],
    [[JOKER, red(1), red(2)], false],
    [[red(12), red(13), JOKER], false],
    [[red(13), blue(1), blue(2)], false],
  ])("a run %j: %s", (faces, yes) => expect(isRun(faces)).toBe(yes));

  test("an indicator makes a tile wild, and the marked jokers that tile", () => {
    expect(faceOf(blue(3), blue(3))).toBe(JOKER);
    expect(faceOf(JOKER + 1, blue(3))).toBe(blue(3));
    expect(faceOf(JOKER + 1, JOKER)).toBe(JOKER);
    expect(isPair([JOKER, red(1)])).toBe(true);
  });
});

describe("the rack", () => {
  test("the ends of the two rows are no neighbours", () => {
    const tiles = rack(...Array.from({ length: 11 }, () => null), red(1), red(2), red(3));
    expect(blocks(tiles)).toEqual([[11], [12, 13]]);
    expect(glowing(tiles, JOKER).size).toBe(0);
  });

  test("what lies in a group glows, the rest does not", () => {
    const tiles = rack(red(1), red(2), red(3), null, blue(9));
    expect([...glowing(tiles, JOKER)]).toEqual([0, 1, 2]);
  });

  test("one's own order stays when a tile comes or goes", () => {
    const before = rack(red(3), null, blue(7), red(1));
    const after = reconciled(before, [red(1), red(3), black(9)]);
    expect(after[0]).toBe(red(3));
    expect(after[2]).toBeNull();
    expect(after[3]).toBe(red(1));
    expect(after.filter((tile) => tile === black(9))).toHaveLength(1);
  });

  test("of two equal tiles one goes", () => {
    const after = reconciled(rack(red(3), red(3)), [red(3)]);
    expect(after.filter((tile) => tile !== null)).toEqual([red(3)]);
  });

  test("a tile changes places with what lies there", () => {
    expect(moved(rack(red(1), red(2)), 0, 1).slice(0, 2)).toEqual([red(2), red(1)]);
    expect(without(rack(red(1), red(2)), 0).slice(0, 2)).toEqual([null, red(2)]);
  });

  test("a tile that lies elsewhere now has come from where it lay, a new one from elsewhere", () => {
    const before = rack(red(1), blue(2), red(1), null, black(4));
    const after = rack(red(1), red(1), null, blue(2), black(4), yellow(7));
    expect([...comings(before, after)]).toEqual([
      [1, 2],
      [3, 1],
      [5, null],
    ]);
    const two = comings(rack(red(1), red(1)), rack(null, null, red(1), red(1)));
    expect([...two.values()]).toEqual([0, 1]);
  });

  test("sorting loses nothing and lays found groups so that they glow", () => {
    const held = [red(4), blue(9), red(2), yellow(9), red(3), black(9), JOKER, black(1), blue(1)];
    for (const how of ["runs", "sets"] as const) {
      const sorted = sortedBy(how, held, JOKER);
      const laid = sorted.filter((tile) => tile !== null);
      expect([...laid].sort()).toEqual([...held].sort());
      expect(glowing(sorted, JOKER).size).toBeGreaterThanOrEqual(6);
    }
  });

  test("sorting makes groups with jokers, each at its place", () => {
    const held = [red(5), red(7), black(12), black(13), blue(2), yellow(2), JOKER, JOKER + 1, JOKER + 2, red(1)];
    const sorted = sortedBy("runs", held, JOKER);
    expect(sorted.filter((tile) => tile !== null).sort()).toEqual([...held].sort());
    expect(glowing(sorted, JOKER).size).toBe(9);
    const few = sortedBy("sets", [red(5), red(6), blue(2), yellow(2), JOKER], JOKER);
    expect([...glowing(few, JOKER)].map((place) => few[place])).toEqual([blue(2), yellow(2), JOKER]);
  });

  test("a joker that helps nobody stays what it is", () => {
    const sorted = sortedBy("runs", [red(5), blue(9), JOKER, JOKER], JOKER);
    expect(sorted.filter((tile) => tile !== null)).toHaveLength(4);
    expect(glowing(sorted, JOKER).size).toBe(0);
  });

  test("an order is kept for its match, also for a second tab", () => {
    keep("m1", rack(red(3), null, blue(7)));
    sessionStorage.clear();
    expect(kept("m1")).toEqual(rack(red(3), null, blue(7)));
    expect(kept("m2")).toBeNull();
  });
});

describe("the score sheet", () => {
  beforeAll(async () => {
    await words.speak("en");
    await words.loadGame("tiles", tilesWords);
  });
  const name = (seat: number) => ["Anna", "Berta", "Carl", "Dora"][seat]!;
  const view = { over: true, winner: 1, final: red(9), draws: 41, wild: JOKER, counts: [14, 14, 14, 14] };

  test("it says who won, in which round and with which tile", () => {
    const [row] = scores(view, name);
    expect(row).toMatchObject({ title: "Berta has won.", change: [0, 1, 0, 0], totals: [0, 1, 0, 0] });
    expect(row!.items.map((item) => item.name)).toEqual(["It was round 11.", "The last tile: red 9"]);
  });

  test("nobody has a point before the end, or in a draw", () => {
    expect(scores({ ...view, over: false }, name)).toEqual([]);
    expect(scores({ ...view, winner: null, final: null }, name)).toMatchObject([
      { title: "The stack is empty: a draw.", change: [0, 0, 0, 0], items: [] },
    ]);
  });
});

describe("the table", () => {
  beforeAll(keepStill);
  afterEach(cleanup);

  const tiles = [red(1), red(5), blue(9), yellow(3), black(13)];

  function turn(legal: TilesAction[], parts: Partial<TilesView> = {}): ObservationInfo {
    const view = {
      ...{ seat: 0, rack: rack(...tiles), counts: [14, 14, 14, 14], exchange: [[red(7)], [], [], []] },
      ...{ left: 40, turn: 0, must_put: false, draws: 1, indicator: null, wild: JOKER, deadline: null },
      ...{ cheated: false, winner: null, over: false, known: [], fresh: null, drawn: null },
      ...{ vanished: [], lost: [], unseen: null, final: null, ...parts },
    } as TilesView;
    return { ...observation(), view, legal: legal.map((action, number) => ({ number, action }) as LegalAction) };
  }

  /** What is tapped to do it, and what is done then. */
  function shown(now: ObservationInfo): unknown[] {
    localStorage.clear();
    const done: unknown[] = [];
    const table = atTable("tiles", now);
    table.act = (action) => Promise.resolve(void done.push(action));
    render(front.Table, { table });
    return done;
  }
  const stacks = () =>
    screen.getAllByRole<HTMLButtonElement>("button", { name: /^(Stack|Take): / }).filter((one) => !one.disabled);

  test.each([
    [["main", "exchange"] as const],
    [["main"] as const],
    [["exchange"] as const],
  ])("offers every stack that may be drawn from, and no other: %j", async (open) => {
    const done = shown(turn(open.map((stack) => ({ type: "draw", stack }))));
    for (const one of stacks()) await fireEvent.click(one);
    expect(done).toEqual(open.map((stack) => ({ type: "draw", stack })));
  });

  test("every tile of the rack can be put when one has to put", async () => {
    const puts = tiles.map((tile) => ({ type: "put", tile, rack: null }) as const);
    const done = shown(turn(puts, { must_put: true }));
    for (let place = 0; place < tiles.length; place++) {
      await fireEvent.click(document.querySelectorAll(".rack button:not([aria-label*=empty])")[place]!);
      await fireEvent.click(screen.getByRole("button", { name: "Put" }));
    }
    expect(done.map((action) => (action as { tile: number }).tile)).toEqual(tiles);
  });

  test("a rack that wins can be laid open with one button", async () => {
    const win = { type: "put", tile: red(1), rack: rack(...tiles.slice(1)) } as const;
    const done = shown(turn([{ type: "put", tile: red(1), rack: null }, win], { must_put: true }));
    await fireEvent.click(screen.getByRole("button", { name: "Win now" }));
    expect(done).toEqual([win]);
  });
});
