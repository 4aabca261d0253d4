import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import Chat from "../src/screens/room/Chat.svelte";
import { TableStore, type Asker } from "../src/state/table.svelte";
import LastTrick from "../src/tricks/LastTrick.svelte";
import { words } from "../src/words/words.svelte";
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
