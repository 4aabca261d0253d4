import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "../src/client/patient";

const url = new URL("http://house.example/api/matches/m1/advice/3");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that gives these answers, one after the other. */
function server(...answers: Response[]): { asked: number } {
  const seen = { asked: 0 };
  vi.stubGlobal("fetch", () => Promise.resolve(answers[seen.asked++]));
  return seen;
}

const busy = (status: number, seconds: string | null): Response =>
  new Response("{}", { status, headers: seconds === null ? {} : { "Retry-After": seconds } });

test("comes again when the server says when", async () => {
  const seen = server(busy(503, "2"), busy(429, "1"), new Response("{}"));
  const answer = patiently(url);
  await vi.advanceTimersByTimeAsync(1999);
  expect(seen.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect((await answer).status).toBe(200);
  expect(seen.asked).toBe(3);
});

test("gives up after a few times, and does not wait for long", async () => {
  let seen = server(...[1, 2, 3, 4, 5].map(() => busy(503, "1")));
  const answer = patiently(url);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(503);
  expect(seen.asked).toBe(4);
  for (const refusal of [busy(503, "60"), busy(404, null), busy(503, "Wed, 18 Nov 2026")]) {
    seen = server(refusal);
    expect((await patiently(url)).status).toBe(refusal.status);
    expect(seen.asked).toBe(1);
  }
});
