import { expect, test } from "vitest";
import type { GameInfo, OptionInfo } from "../src/protocol/types.gen";
import { grouped, missing, valuesOf } from "../src/screens/rules";

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
