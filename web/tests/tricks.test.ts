import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { spotOf } from "../src/tables/unfinished";
import { settings } from "../src/settings/settings.svelte";
import ChoicePanel from "../src/games/tricks/ChoicePanel.svelte";
import type { Choice } from "../src/games/tricks/choices";
import { numberOf } from "../src/games/tricks/counting";
import { onlyPlay } from "../src/games/tricks/only";
import { votesTold } from "../src/games/tricks/votes";
import { words } from "../src/i18n/texts.svelte";

const spot = (subject: string) => spotOf({ id: "t", match: "m", seat: 0 }, "choice", subject);
const onchoose = vi.fn<(action: string) => void>();
const plain = { subject: "s", title: "What?", notes: [], shown: [] };

beforeAll(() => words.speak("en"));
beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
});
afterEach(cleanup);

function show(choice: Omit<Choice<string>, keyof typeof plain>): void {
  const face = () => ({ suit: "h", rank: "10" }) as const;
  render(ChoicePanel<string>, { choice: { ...plain, ...choice }, face, cardName: String, spot, onchoose });
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });

test("of many answers that cannot be taken back the first tap marks one, and tells of it", async () => {
  const options = [
    { label: "Pass", action: "pass", main: true },
    { label: "Valat", action: "valat", note: "alone, all tricks" },
  ];
  show({ options, confirm: (label) => `I play: ${label}` });
  button("Valat").click();
  await tick();
  expect(onchoose).not.toHaveBeenCalled();
  expect(button("Valat").getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText("alone, all tricks")).toBeTruthy();
  button("I play: Valat").click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith("valat");
});

describe("a card among the answers", () => {
  const options = [
    { label: "King of hearts", action: "H", cards: ["HK"] },
    { label: "King of clubs", action: "C", cards: ["CK"], note: "your own" },
  ];
  const kings = () => show({ options, confirm: (king) => `I call: ${king}` });
  const tap = async (name: RegExp) => {
    button(name).click();
    await tick();
  };
  const pressed = (name: RegExp) => button(name).getAttribute("aria-pressed");
  afterEach(() => settings.set("oneTap", false));

  test("is marked by the first tap, which another one takes back, and named by the second", async () => {
    kings();
    await tap(/^HK/);
    await tap(/^CK/);
    expect(onchoose).not.toHaveBeenCalled();
    expect([pressed(/^HK/), pressed(/^CK/)]).toEqual(["false", "true"]);
    await tap(/^CK/);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("C");
  });

  test("is named by a button, too", async () => {
    kings();
    await tap(/^HK/);
    await tap(/^I call: King of hearts/);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("H");
  });

  test("is named by one tap by whoever plays so", async () => {
    settings.set("oneTap", true);
    kings();
    await tap(/^HK/);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith("H");
  });
});

test("what is said most often needs one tap, also where others need two", () => {
  const options = [{ label: "Pass", action: "pass", main: true }, { label: "Valat", action: "valat" }];
  show({ options, confirm: String });
  button("Pass").click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith("pass");
});

test("what is seldom wanted is behind the rest, and asks before it ends a match", async () => {
  const options = [
    { label: "Next round", action: "on", main: true },
    { label: "End here", action: "end", seldom: true, warning: "Sure?" },
  ];
  show({ options });
  expect(screen.getByText("End here").closest("details")?.open).toBe(false);
  expect(button("Next round").closest("details")).toBeNull();
  screen.getByText("End here").click();
  await tick();
  expect(onchoose).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toBe("Sure?");
  button("End here").click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith("end");
});

test("two answers that read the same do not break the table", () => {
  show({ options: [{ label: "Same", action: "one" }, { label: "Same", action: "two" }] });
  screen.getAllByRole("button", { name: "Same" })[1]?.click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith("two");
});

test("a trick that was won keeps its number while it lies there; then it is the next one's turn", () => {
  const [third, fourth] = [{}, {}];
  expect(numberOf(third, null, 3, 12)).toBe(3);
  expect(numberOf(null, null, 3, 12)).toBe(4);
  expect(numberOf(fourth, fourth, 3, 12)).toBe(4);
  expect(numberOf(null, null, 12, 12)).toBe(12);
});

test("those who want the same are named together", () => {
  const told = votesTold(["on", "end", "on", null], (seat) => "ABCD"[seat]!, (vote, names) => `${names}: ${vote}`);
  expect(told).toEqual(["A, C: on", "B: end"]);
});

test("the only card is played by itself, but not while something can be called", () => {
  const card = { type: "play", card: "h9" };
  expect(onlyPlay([card])).toBe(card);
  expect(onlyPlay([card, { type: "say", word: "re" }])).toBeNull();
  expect(onlyPlay([card, { type: "play", card: "h10" }])).toBeNull();
  expect(onlyPlay([{ type: "vote", choice: "continue" }])).toBeNull();
  expect(onlyPlay([])).toBeNull();
});
