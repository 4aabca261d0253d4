import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { GameInfo } from "../src/client/types.gen";
import Create from "../src/lobby/Create.svelte";
import { server } from "../src/state/server.svelte";
import { notices } from "../src/state/notices.svelte";
import { words } from "../src/i18n/texts.svelte";
import { welcome } from "./socket";

const option = { default: "none", meaning: "", least: null, most: null, step: 1, group: "", cheat: false };
const game: GameInfo = {
  name: "doppelkopf",
  rules_version: 1,
  fewest_seats: 4,
  most_seats: 4,
  options: [
    { ...option, name: "pigs", kind: "choice", choices: ["none", "first"], needs: {} },
    { ...option, name: "superpigs", kind: "choice", choices: ["none", "on_pig"], needs: { pigs: ["first"] } },
    { ...option, name: "cheats", kind: "switch", choices: [], needs: {}, cheat: true },
    { ...option, name: "rounds", kind: "number", choices: [], least: 1, most: 100, needs: {} },
  ],
  profiles: {
    house: { pigs: "none", superpigs: "none", cheats: false, rounds: 12 },
    ddv: { pigs: "none", superpigs: "none", cheats: false, rounds: 24 },
  },
  fixed: { ddv: ["pigs"] },
  usual_profile: "house",
  bots: ["medium"],
  usual_level: "medium",
  leavers: ["bot", "wait"],
  refusals: {},
};

const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement | HTMLInputElement>(label);

async function choose(label: string, value: string): Promise<void> {
  await fireEvent.change(chosen(label), { target: { value } });
  await tick();
}

beforeEach(async () => {
  await words.speak("en");
  server.welcome = { ...welcome, games: [game] };
  render(Create, { game: "doppelkopf" });
  await screen.findByLabelText("Pigs");
});
afterEach(() => {
  cleanup();
  server.welcome = null;
});

test("what needs another option can be chosen as soon as that one is, and goes off with it", async () => {
  expect(chosen("Superpigs").disabled).toBe(true);
  await choose("Pigs", "first");
  expect(chosen("Superpigs").disabled).toBe(false);
  await choose("Superpigs", "on_pig");
  await choose("Pigs", "none");
  expect(chosen("Superpigs").disabled).toBe(true);
  expect(chosen("Superpigs").value).toBe("none");
});

test("an option says what it needs, and to be what", () => {
  expect(screen.getByText(/^Needs Pigs: “.*first.*”\.$/i)).toBeTruthy();
});

test("how long a seat is kept is asked only where a bot sits in", async () => {
  expect(screen.queryByLabelText("A seat is kept for")).not.toBeNull();
  await choose("When somebody leaves", "wait");
  expect(screen.queryByLabelText("A seat is kept for")).toBeNull();
});

test("a reconnect takes no wish away", async () => {
  await choose("Pigs", "first");
  await choose("Name of the table", "Corner");
  server.welcome = structuredClone(server.welcome);
  await tick();
  expect(chosen("Pigs").value).toBe("first");
});

test("a number that cannot be is said at once, and is as it was", async () => {
  for (const wrong of ["", "9999"]) {
    await choose("Rounds", wrong);
    expect(chosen("Rounds").value).toBe("12");
    expect(notices.list.at(-1)?.text).toBe("A number from 1 to 100, please.");
  }
});

test("cheats are offered only where the house allows them", async () => {
  expect(screen.queryByLabelText("Cheats")).toBeNull();
  server.welcome = { ...server.welcome!, cheats: true };
  await tick();
  expect(screen.queryByLabelText("Cheats")).not.toBeNull();
});

test("what the chosen rules keep as it is cannot be changed, and says so", async () => {
  expect(chosen("Pigs").disabled).toBe(false);
  await choose("Rules", "ddv");
  expect(chosen("Pigs").disabled).toBe(true);
  expect(chosen("Rounds").disabled).toBe(false);
  expect(screen.getAllByText("Fixed in these rules.")).toHaveLength(1);
  await choose("Rules", "house");
  expect(chosen("Pigs").disabled).toBe(false);
});

test("of several options that need the same, one says so to the eye, and all to those who listen", async () => {
  const needy = (name: string) => ({ ...server.welcome!.games[0]!.options[0]!, name, needs: { rounds: [99] } });
  const [game] = server.welcome!.games;
  server.welcome = { ...server.welcome!, games: [{ ...game!, options: [...game!.options, needy("first"), needy("second")] }] };
  await tick();
  const told = screen.getAllByText(/^Needs Rounds/).map((one) => one.classList.contains("unseen"));
  expect(told).toEqual([false, true]);
});

test("no two headings of the dialog have the same words", () => {
  const named = [...document.querySelectorAll("h1, h2, label, summary")].map(({ textContent }) => textContent.trim());
  const headings = named.filter((one) => /rules|general/i.test(one));
  expect(headings).toContain("Rules in detail");
  expect(new Set(headings).size).toBe(headings.length);
});
