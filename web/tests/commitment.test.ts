import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepPledge, pledgeOf } from "../src/fairness/commitment";
import { prove, Reading, type RecordFile } from "../src/fairness/verify";
import type { Asker } from "../src/tables/table.svelte";
import { TableStore } from "../src/tables/table.svelte";
import { hex, sha256, text } from "../src/client/hashing";
import record from "./records/tiles.json";
import { seated } from "./socket";

const FILE = record as RecordFile;
const SHOWN = new Reading(FILE).commitment;
const GIVEN = new Reading(FILE).seats[0]!.nonce!;

beforeEach(() => localStorage.clear());

describe("a record that holds", () => {
  const pledged = async (commitment: string, nonce: string | null) =>
    (await prove(FILE, { match: FILE.match, commitment, nonce })).pledged;

  test("is believed by who did not play here", async () => {
    expect((await prove(FILE)).pledged).toBe(true);
  });

  test("must have the commitment that one was shown", async () => {
    expect(await pledged(SHOWN, null)).toBe(true);
    expect(await pledged("00".repeat(32), null)).toBe(false);
  });

  test("must have the nonce that one gave", async () => {
    expect(await pledged(SHOWN, GIVEN)).toBe(true);
    expect(await pledged(SHOWN, "00".repeat(16))).toBe(false);
  });
});

describe("what is kept", () => {
  test("stays when another tab has not opened the nonce", () => {
    keepPledge({ match: "m", commitment: "c", nonce: "n" });
    keepPledge({ match: "m", commitment: "c", nonce: null });
    expect(pledgeOf("m")).toEqual({ match: "m", commitment: "c", nonce: "n" });
    expect(pledgeOf("another")).toBeNull();
  });

  test("is what one was shown before the start, and opened for it", async () => {
    const asked: [string, Record<string, string>][] = [];
    const ask = (type: string, fields: object) => {
      asked.push([type, fields as Record<string, string>]);
      return Promise.resolve({});
    };
    const before = seated({ commitment: "shown", observation: null });
    const table = new TableStore({ ask } as unknown as Asker, { ...before, table: { ...before.table, phase: "over" } });
    const tell = (...events: object[]) =>
      table.told({ type: "events", table: "t1", seq: 6, at: 1, events, observation: null } as never);
    await table.ready();
    tell({ type: "committed", hashes: [asked[0]![1].hash], deadline: 9 });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const nonce = asked[1]![1].nonce!;
    expect(hex(await sha256(text(nonce)))).toBe(asked[0]![1].hash);
    const started = { type: "started", nonces: [], continued: false, nonces_from: [] };
    tell({ ...started, match: "m2", commitment: "another" });
    expect(pledgeOf("m2")).toEqual({ match: "m2", commitment: "shown", nonce });
    // The next match is opened by another device: this one's nonce of before is not in it.
    tell({ type: "opened", commitment: "next" });
    tell({ ...started, match: "m3", commitment: "next" });
    expect(pledgeOf("m3")).toEqual({ match: "m3", commitment: "next", nonce: null });
  });
});
