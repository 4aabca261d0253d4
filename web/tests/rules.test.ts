import { expect, test } from "vitest";
import type { GameInfo, OptionInfo } from "../src/client/types.gen";
import { changedBy, grouped, missing, usualRunning, valuesOf } from "../src/lobby/rules";

function option(name: string, parts: Partial<OptionInfo> = {}): OptionInfo {
  return {
    name,
    kind: "switch",
    default: false,
    meaning: "",
    choices: [],
    least: null,
    most: null,
    step: 1,
    needs: {},
    group: "",
    cheat: false,
    ...parts,
  };
}

test("an option that needs another says which one it lacks", () => {
  const second = option("heart10_prio", { needs: { heart10: [true], pigs: ["none", "one"] } });
  expect(missing(second, { heart10: true, pigs: "one" })).toEqual([]);
  expect(missing(second, { heart10: false, pigs: "two" })).toEqual(["heart10", "pigs"]);
});

test("what was changed stands in front of the profile", () => {
  const info = { profiles: { ddv: { rounds: 24, fox: true } } } as unknown as GameInfo;
  expect(valuesOf(info, "ddv", { rounds: 12 })).toEqual({ rounds: 12, fox: true });
});

test("groups keep the order of the game", () => {
  const options = [option("a", { group: "Cards" }), option("b", { group: "Solos" }), option("c", { group: "Cards" })];
  expect(grouped(options).map(([group, of]) => [group, of.map(({ name }) => name)])).toEqual([
    ["Cards", ["a", "c"]],
    ["Solos", ["b"]],
  ]);
});

const pigs = option("pigs", { kind: "choice", choices: ["none", "first"] });
const superpigs = option("superpigs", {
  kind: "choice",
  choices: ["none", "on_pig"],
  needs: { pigs: ["first"], joker: [false] },
});
const joker = option("joker", { needs: { superpigs: ["none"] } });
const table = {
  options: [pigs, superpigs, joker],
  profiles: { plain: { pigs: "none", superpigs: "none", joker: false } },
  bots: ["easy"],
} as unknown as GameInfo;

test("what is as the profile has it is not said to be changed", () => {
  const once = changedBy(table, "plain", {}, pigs, "first");
  expect(once).toEqual({ pigs: "first" });
  expect(changedBy(table, "plain", once, pigs, "none")).toEqual({});
});

test("what lost what it needs goes off, and excludes nothing any more", () => {
  const both = { pigs: "first", superpigs: "on_pig" };
  expect(missing(joker, valuesOf(table, "plain", both))).toEqual(["superpigs"]);
  const alone = changedBy(table, "plain", both, pigs, "none");
  expect(alone).toEqual({});
  expect(missing(joker, valuesOf(table, "plain", alone))).toEqual([]);
});

test("what means something again is as the profile has it", () => {
  const kind = option("table", { kind: "choice", choices: ["free", "chaired"] });
  const ace = option("ace_skips", { needs: { table: ["chaired"] } });
  const royals = option("royals", { needs: { table: ["chaired"] } });
  const mao = {
    options: [kind, ace, royals],
    profiles: { free: { table: "free", ace_skips: true, royals: false } },
  } as unknown as GameInfo;
  const chaired = changedBy(mao, "free", {}, kind, "chaired");
  expect(chaired).toEqual({ table: "chaired" });
  const free = changedBy(mao, "free", chaired, kind, "free");
  expect(missing(ace, valuesOf(mao, "free", free))).toEqual(["table"]);
  expect(changedBy(mao, "free", free, kind, "chaired")).toEqual({ table: "chaired" });
  // A wish of one's own holds as long as it means something.
  const own = changedBy(mao, "free", chaired, ace, false);
  expect(own).toEqual({ table: "chaired", ace_skips: false });
});

test("a game whose bots have other levels gets one that it has", () => {
  const other = { ...table, most_seats: 4, bots: ["gentle", "stern", "random"], usual_level: "gentle" };
  expect(usualRunning(other).bots).toBe("gentle");
});
