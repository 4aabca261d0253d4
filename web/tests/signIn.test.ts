import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../src/client/connection";
import SignIn from "../src/accounts/SignIn.svelte";
import { server } from "../src/state/server.svelte";
import { words } from "../src/i18n/texts.svelte";
import { settled } from "./socket";

beforeEach(async () => {
  server.link = "open";
  await words.speak("en");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  server.link = "connecting";
});

async function comeTo(data: Record<string, unknown>) {
  const refusal = new Refusal("full", "All seats of this table are taken.", data);
  const join = vi.spyOn(server, "join").mockRejectedValue(refusal);
  render(SignIn, { wishes: { invite: "abc" } });
  await settled();
  return join;
}

test("who comes while bots have the other seats is told when they give way, and may watch", async () => {
  const join = await comeTo({ after: 3, watch: true });
  expect(screen.getByRole("alert").textContent).toContain("All seats");
  expect(screen.getByText(/bots give way to people\. Until then you may watch/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  expect(join).toHaveBeenLastCalledWith({ invite: "abc", watch: true });
  expect(join).toHaveBeenCalledTimes(2);
});

test("where nobody may watch, one comes back later", async () => {
  await comeTo({ after: 1, watch: false });
  expect(screen.getByText(/bots give way to people\. Come back then/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Watch" })).toBeNull();
});

test("where people have all the seats, nothing is promised", async () => {
  await comeTo({ after: 0, watch: true });
  expect(screen.queryByText(/give way/)).toBeNull();
  expect(screen.getByRole("button", { name: "Watch" })).toBeTruthy();
});
