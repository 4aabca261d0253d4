import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { GameInfo } from "../src/client/types.gen";
import TableForm from "../src/lobby/TableForm.svelte";
import { changes, runningOf, usualRunning, type Running } from "../src/lobby/rules";
import { words } from "../src/i18n/texts.svelte";
import { seated } from "./socket";

const info: GameInfo = {
  name: "tiles",
  rules_version: 1,
  fewest_seats: 2,
  most_seats: 4,
  options: [],
  profiles: { classic: {} },
  fixed: {},
  usual_profile: "classic",
  bots: ["easy", "medium"],
  usual_level: "medium",
  leavers: ["bot", "wait", "end"],
  refusals: {},
};

beforeEach(() => words.speak("en"));
afterEach(cleanup);

function form(wishes: Running): void {
  render(TableForm, { info, wishes });
}

const choices = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text);

test("how long bots take for a move is a choice", () => {
  form(usualRunning(info));
  expect(choices("Pace of the bots")).toEqual([
    "as usual in this house",
    "quick (0.2 s a move)",
    "calm (1.5 s a move)",
    "slow, to learn (3 s a move)",
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>("Pace of the bots").selectedIndex).toBe(0);
});

test("what another program has set is shown, and not lost", () => {
  form({ ...usualRunning(info), pace: 700, fill_after: 45, grace: 90 });
  const shown = (label: string) =>
    screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.text;
  expect(shown("Pace of the bots")).toBe("0.7 s a move");
  expect(shown("Bots take empty seats")).toBe("after 45 seconds");
  expect(shown("A seat is kept for")).toBe("90 seconds");
});

test("only what this game can do is offered for when somebody leaves", () => {
  form(usualRunning(info));
  expect(choices("When somebody leaves")).toEqual(["a bot sits in", "the table waits", "the match ends"]);
});

test("a host who changes the pace asks for that and nothing else", () => {
  const before = runningOf({ ...seated().table, pace: 700 }, info);
  expect(before.pace).toBe(700);
  expect(changes(before, { ...before, pace: null })).toEqual({ pace: null });
});
