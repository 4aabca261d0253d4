import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import Chat from "../src/tables/Chat.svelte";
import { TableStore, type Asker } from "../src/tables/table.svelte";
import LastTrick from "../src/games/tricks/LastTrick.svelte";
import { words } from "../src/i18n/texts.svelte";
import { seated } from "./socket";

beforeAll(() => words.speak("en"));
afterEach(cleanup);

test("what is said is text, whatever stands in it", () => {
  const chat = [{ name: "<i>Ada</i>", text: '<img src="x" onerror="alert(1)">', at: 0 }];
  const nobody = { ask: () => Promise.reject(new Error("nobody is asked")) } as unknown as Asker;
  Element.prototype.scrollTo ??= () => undefined;
  render(Chat, { table: new TableStore(nobody, seated({ chat } as never)) });
  expect(screen.getByRole("log").textContent).toContain('<i>Ada</i> <img src="x" onerror="alert(1)">');
  expect(screen.getByRole("log").querySelector("img, i")).toBeNull();
});

test("the last trick is shown and hidden by L, but not while one writes", async () => {
  render(LastTrick, { label: "Last trick", title: "Trick 3: Ada", cards: [], who: () => "Ada" });
  const shown = () => screen.queryByText("Trick 3: Ada") !== null;
  expect(shown()).toBe(false);
  await fireEvent.keyDown(document.body, { key: "l" });
  expect(shown()).toBe(true);
  const field = document.body.appendChild(document.createElement("input"));
  await fireEvent.keyDown(field, { key: "l" });
  expect(shown()).toBe(true);
  await fireEvent.keyDown(document.body, { key: "L" });
  expect(shown()).toBe(false);
  field.remove();
});

describe("lines that one has not read", () => {
  const nobody = { ask: () => Promise.reject(new Error("nobody is asked")) } as unknown as Asker;
  const line = (at: number, name = "Berta") => ({ name, text: `said at ${at}`, at });
  const come = (...chat: ReturnType<typeof line>[]) => new TableStore(nobody, seated({ chat }), () => "Ada");
  const said = (table: TableStore, at: number, name = "Berta") =>
    table.told({ type: "events", table: "t1", seq: 6, at, observation: null, events: [{ ...line(at, name), type: "said", seat: 1 }] } as never);
  beforeEach(() => localStorage.clear());

  test("are those of others, also what was said while one was away", () => {
    const table = come(line(1));
    expect(table.unread).toBe(0);
    said(table, 2);
    said(table, 3, "Ada");
    expect(table.unread).toBe(1);
    // The connection was lost meanwhile.
    table.arrive(seated({ chat: [line(1), line(2), line(3, "Ada"), line(4), line(5)] }));
    expect(table.unread).toBe(3);
  });

  test("are still the same after a reload, and what was read stays read", () => {
    const table = come(line(1));
    said(table, 2);
    expect(come(line(1), line(2), line(3)).unread).toBe(2);
    Element.prototype.scrollTo ??= () => undefined;
    render(Chat, { table });
    expect(table.unread).toBe(0);
    expect(come(line(1), line(2)).unread).toBe(0);
    expect(come(line(1), line(2), line(3)).unread).toBe(1);
  });

  test("are none where one comes for the first time", () => {
    expect(come(line(1), line(2)).unread).toBe(0);
  });
});
