import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Played } from "../src/client/types.gen";
import Sheet from "../src/scores/Sheet.svelte";
import { running } from "../src/scores/totals";
import { words } from "../src/i18n/texts.svelte";

beforeAll(() => words.speak("en"));
afterEach(cleanup);

function match(persons: string[], points: number[], ranks: number[]): Played {
  const shared = { match: "m", ended: 0, outcome: "won", nonces_from: [] };
  return { ...shared, names: persons, persons, points, ranks };
}

test("totals run over the evening, also of those who came later or left", () => {
  const people = running([
    match(["Ada", "Berta"], [3, -3], [1, 2]),
    match(["Ada", "Carl"], [-1, 1], [2, 1]),
    match(["Berta", "Carl"], [2, -2], [1, 2]),
  ]);
  expect(people.map(({ name, totals }) => [name, totals])).toEqual([
    ["Ada", [3, 2, 2]],
    ["Berta", [-3, -3, -1]],
    ["Carl", [0, 1, -1]],
  ]);
  expect(people.map(({ won, played }) => [won, played])).toEqual([[1, 2], [1, 2], [1, 2]]);
});

test("a row of the sheet opens into its items", async () => {
  const rows = [
    {
      label: "1",
      title: "Normal",
      change: [2, -2],
      totals: [2, -2],
      items: [{ name: "won", value: 1 }, { name: "fox caught", value: 1 }],
    },
  ];
  render(Sheet, { rows, names: ["Ada", "Berta"], own: 0 });
  expect(screen.queryByText("fox caught")).toBeNull();
  screen.getByRole("button", { name: /1/ }).click();
  expect(await screen.findByText("fox caught")).toBeTruthy();
});

test("from the second round on the totals of the match are drawn, a line for each player", () => {
  const row = (label: string, totals: number[]) => ({
    ...{ label, title: "Normal", change: [0, 0], totals, items: [] },
  });
  const { rerender } = render(Sheet, { rows: [row("1", [2, -2])], names: ["Ada", "Berta"] });
  expect(screen.queryByRole("img")).toBeNull();
  void rerender({ rows: [row("1", [2, -2]), row("2", [1, -1])] });
  return screen.findByRole("img", { name: "Running totals" }).then((plot) => {
    expect(plot.querySelectorAll("path")).toHaveLength(2);
  });
});
