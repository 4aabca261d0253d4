import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ChatForm from "../src/tables/ChatForm.svelte";
import { Refusal } from "../src/client/connection";
import { server } from "../src/state/server.svelte";
import { notices } from "../src/state/notices.svelte";
import { words } from "../src/i18n/texts.svelte";
import { settled } from "./socket";

beforeEach(async () => {
  sessionStorage.clear();
  server.link = "open";
  await words.speak("en");
});
afterEach(() => {
  cleanup();
  server.link = "connecting";
});

function writing(say: (text: string) => Promise<void>): HTMLInputElement {
  render(ChatForm, { kept: "corner", label: "Say something", say });
  return screen.getByLabelText("Say something");
}

async function write(line: HTMLInputElement, text: string): Promise<void> {
  await fireEvent.input(line, { target: { value: text } });
}

test("what was said is said once, and the line is empty again", async () => {
  const say = vi.fn(() => Promise.resolve());
  const line = writing(say);
  await write(line, "  Good evening ");
  await fireEvent.submit(line.form!);
  await settled();
  expect(say.mock.calls).toEqual([["Good evening"]]);
  expect(line.value).toBe("");
  expect(sessionStorage.getItem("stammtisch.draft.corner")).toBeNull();
});

test("what was refused is still there, also after a reload", async () => {
  const line = writing(() => Promise.reject(new Refusal("too_loud", "Too many speak.")));
  await write(line, "Good evening");
  await fireEvent.submit(line.form!);
  await settled();
  expect(notices.list.at(-1)).toMatchObject({ kind: "refusal" });
  expect(line.value).toBe("Good evening");
  expect(sessionStorage.getItem("stammtisch.draft.corner")).toBe("Good evening");
});

test("what is written while a line is on its way is not lost, and nothing is said twice", async () => {
  let heard = (): void => undefined;
  const say = vi.fn(() => new Promise<void>((resolve) => (heard = resolve)));
  const line = writing(say);
  await write(line, "Good evening");
  await fireEvent.submit(line.form!);
  await fireEvent.submit(line.form!);
  await write(line, "all");
  heard();
  await settled();
  expect(say).toHaveBeenCalledTimes(1);
  expect(line.value).toBe("all");
});

test("nothing is sent into a connection that is lost", () => {
  server.link = "lost";
  writing(() => Promise.resolve());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
});
