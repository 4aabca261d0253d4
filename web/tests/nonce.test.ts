import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Nonces } from "../src/client/nonce";
import { seated } from "./socket";
import { hex, sha256, text as bytesOf } from "../src/client/hashing";

const real = (text: string) => createHash("sha256").update(text).digest("hex");

const hashOf = async (characters: string) => hex(await sha256(bytesOf(characters)));

afterEach(() => vi.unstubAllGlobals());

test("the hash is that of the standard, also where the browser gives none", async () => {
  for (const subtle of [true, false]) {
    if (!subtle) vi.stubGlobal("crypto", {});
    for (const length of [0, 1, 55, 56, 64, 120, 1000]) {
      const characters = "aé".repeat(length).slice(0, length);
      expect(await hashOf(characters)).toBe(real(characters));
    }
  }
});

test("the hash of the example in the document is found", async () => {
  expect(await hashOf("c41d7a90b26e4f3d8a15e07c92bb6d04")).toBe(
    "d72adc102ad57c6315d64177afbc7a33e020d7cd9a18829d16e61575978fd27b",
  );
});

describe("a nonce", () => {
  let asked: [string, Record<string, string>][];
  const connection = {
    ask: (type: string, fields: object) => {
      asked.push([type, fields as Record<string, string>]);
      return Promise.resolve({});
    },
  } as unknown as ConstructorParameters<typeof Nonces>[0];

  beforeEach(() => {
    asked = [];
    localStorage.clear();
  });

  test("is committed to by its hash, and opened when all have committed", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    const [[type, { hash }]] = asked as [[string, { hash: string }]];
    expect(type).toBe("ready");
    await nonces.open([null, hash], 1);
    const [disclose, { nonce }] = asked[1]!;
    expect(disclose).toBe("disclose");
    expect(real(nonce!)).toBe(hash);
  });

  test("is another one each time, also where the one before was never opened", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    await nonces.commit();
    expect(asked[0]![1].hash).not.toBe(asked[1]![1].hash);
  });

  test("is opened also if another one was sent too late, and after a reload", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    await nonces.commit();
    const hash = asked[0]![1].hash!;
    await nonces.open([hash], 0);
    await new Nonces(connection, "t1", localStorage).open([hash], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "ready", "disclose", "disclose"]);
    expect(real(asked[2]![1].nonce!)).toBe(hash);
  });

  test("that was opened is not forgotten because another one was sent too late", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    await nonces.open([asked[0]![1].hash!], 0);
    await nonces.commit();
    expect(nonces.given).toBe(asked[1]![1].nonce);
  });

  test("is opened once", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    const hash = asked[0]![1].hash!;
    await nonces.open([hash], 0);
    await nonces.open([hash], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "disclose"]);
  });

  test("is found again after a reload", async () => {
    await new Nonces(connection, "t1", localStorage).commit();
    await new Nonces(connection, "t1", localStorage).open([asked[0]![1].hash!], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "disclose"]);
  });

  test("is told to nobody whose hash is another", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    await nonces.open([real("something else")], 0);
    await nonces.open([asked[0]![1].hash!], null);
    expect(asked.map(([type]) => type)).toEqual(["ready"]);
  });

  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const before = (ready: boolean) => {
    const table = seated({ seat: 0 });
    const seats = table.table.seats.map((seat, place) => ({ ...seat, ready: ready && place === 0 }));
    return { ...table, table: { ...table.table, phase: "open", seats } } as typeof table;
  };

  test("is still known where the store was emptied under the open page", async () => {
    const nonces = new Nonces(connection, "t1", localStorage);
    await nonces.commit();
    localStorage.clear();
    await nonces.open([asked[0]![1].hash!], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "disclose"]);
  });

  test("that was lost is replaced on coming back, before all have committed", async () => {
    await new Nonces(connection, "t1", localStorage).commit();
    localStorage.clear();
    const again = new Nonces(connection, "t1", localStorage);
    again.arrived(before(true));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const hash = asked[1]![1].hash!;
    expect(hash).not.toBe(asked[0]![1].hash);
    await again.open([hash], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "ready", "disclose"]);
  });

  test("that is still there, or was never promised, is not replaced", async () => {
    new Nonces(connection, "t1", localStorage).arrived(before(false));
    await new Nonces(connection, "t1", localStorage).commit();
    new Nonces(connection, "t1", localStorage).arrived(before(true));
    await settled();
    expect(asked.map(([type]) => type)).toEqual(["ready"]);
  });

  test("is committed to where the store takes nothing", async () => {
    const full = { getItem: () => null, removeItem: () => undefined, setItem: () => { throw new Error("full"); } };
    const nonces = new Nonces(connection, "t1", full);
    await nonces.commit();
    await nonces.open([asked[0]![1].hash!], 0);
    expect(asked.map(([type]) => type)).toEqual(["ready", "disclose"]);
  });
});
