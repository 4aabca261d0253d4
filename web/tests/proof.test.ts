import { describe, expect, test } from "vitest";
import { dealer } from "../src/fairness/dealing";
import { fromHex, hex, hmac, sha256, text } from "../src/client/hashing";
import { dealIsSo, prove, type RecordFile } from "../src/fairness/verify";
import { Stream } from "../src/fairness/stream";
import record from "./records/tiles.json";
import dealt from "./records/dealt.json";

const FILE = record as RecordFile;
const none = () => ({});

function changed(
  kind: string,
  change: (payload: Record<string, unknown>) => void,
  file = FILE,
): RecordFile {
  const entries = file.entries.map((entry) => {
    const payload = JSON.parse(entry.payload) as Record<string, unknown>;
    if (payload.kind !== kind) return entry;
    change(payload);
    return { ...entry, payload: JSON.stringify(payload) };
  });
  return { ...FILE, entries };
}

describe("hashing", () => {
  test("as the standards have it", async () => {
    expect(hex(await sha256(text("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    // RFC 4231, the second case.
    expect(hex(await hmac(text("Jefe"), text("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

describe("a record", () => {
  test("holds as the house wrote it", async () => {
    const proof = await prove(FILE);
    expect([proof.chained, proof.kept, proof.nonces]).toEqual([true, true, true]);
    expect(proof.rounds).toBe(1);
  });

  test("does not hold with one letter changed", async () => {
    const entries = FILE.entries.map((entry, at) =>
      at === 3 ? { ...entry, payload: entry.payload.replace("{", "{ ") } : entry,
    );
    expect((await prove({ ...FILE, entries })).chained).toBe(false);
  });

  test("another secret is not what was committed to", async () => {
    const other = changed("reveal", (payload) => (payload.secret = "00".repeat(32)));
    expect((await prove(other)).kept).toBe(false);
  });

  test("another nonce does not fit", async () => {
    const other = changed("ready", (payload) => {
      if (payload.by_server) payload.nonce = "00".repeat(16);
      else payload.hash = "00".repeat(32);
    });
    expect((await prove(other)).nonces).toBe(false);
  });

  test("a bot has no nonce but the house's", async () => {
    const own = changed("ready", (payload) => (payload.by_server = false));
    expect((await prove(own)).nonces).toBe(true);
    const bots = changed("sit", (payload) => (payload.bot = "hard"), own);
    expect((await prove(bots)).nonces).toBe(false);
  });

  test("a nonce that was committed to must be the one that is opened", async () => {
    const nonce = "c41d7a90b26e4f3d8a15e07c92bb6d04";
    const sealed = changed("ready", (payload) => {
      if (payload.seat !== 0) return;
      payload.by_server = false;
      payload.nonce = null;
      payload.hash = "d72adc102ad57c6315d64177afbc7a33e020d7cd9a18829d16e61575978fd27b";
    });
    const opened = (text: string): RecordFile => {
      const payload = JSON.stringify({ kind: "disclose", seat: 0, nonce: text });
      return { ...sealed, entries: [...sealed.entries, { seq: 0, hash: "", payload }] };
    };
    expect((await prove(opened(nonce))).nonces).toBe(true);
    expect((await prove(opened(nonce))).sources).toContain("commitment");
    expect((await prove(opened("00".repeat(16)))).nonces).toBe(false);
  });

  test("the hands follow from secrets and nonces, and others do not", async () => {
    const hands = dealt.tiles.hands;
    expect(await dealIsSo(FILE, 1, 0, hands, none)).toBe(true);
    const swapped = [hands[1]!, hands[0]!, ...hands.slice(2)];
    expect(await dealIsSo(FILE, 1, 0, swapped, none)).toBe(false);
  });
});

describe("every game is dealt as the house deals it", () => {
  test.each(dealt.deals.map((deal) => [deal.game, deal.changes, deal] as const))(
    "%s %j",
    async (game, _, { seed, first, seats, options, hands }) => {
      const given = await dealer(game)!(new Stream(fromHex(seed)), { first, seats, options });
      expect(given.map((hand) => [...hand].sort())).toEqual(hands.map((hand) => [...hand].sort()));
    },
  );

  test("a game that is not known here is not judged", () => {
    expect(dealer("chess")).toBeNull();
  });
});
