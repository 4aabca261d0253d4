import { beforeEach, expect, test, vi } from "vitest";
import { renew, renewNow } from "../src/state/reload";
import { routeOf } from "../src/state/route.svelte";

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
});

test("a page of which a part has gone is loaded anew", () => {
  expect(renew(() => true, reload, 100_000)).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test("but not again and again", () => {
  renew(() => true, reload, 100_000);
  expect(renew(() => true, reload, 110_000)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(renew(() => true, reload, 200_000)).toBe(true);
});

test("without a connection it waits for one, so that what is on the screen stays there", () => {
  expect(renew(() => false, reload, 100_000)).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  renewNow(reload, 100_500);
  renewNow(reload, 100_600);
  expect(reload).toHaveBeenCalledOnce();
});

test("an address that was cut short does not stop the page", () => {
  expect(routeOf("/t/%E0%A4%A")).toEqual({ screen: "table", invite: "%E0%A4%A" });
  expect(routeOf("/m/a%2Fb")).toEqual({ screen: "replay", match: "a/b" });
});
