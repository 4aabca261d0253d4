import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, Refusal, type Listener } from "../src/client/connection";
import { FakeSocket, settled, welcome } from "./socket";

describe("the connection", () => {
  let links: string[];
  let told: string[];
  let listener: Listener;
  let connection: Connection;

  beforeEach(() => {
    FakeSocket.all = [];
    links = [];
    told = [];
    listener = {
      welcomed: () => Promise.resolve(),
      told: (tell) => told.push(tell.type),
      changed: (link) => links.push(link),
    };
    connection = new Connection(listener, () => new FakeSocket());
    connection.connect();
  });
  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  test("an answer comes to who asked, by its id", async () => {
    FakeSocket.last.tell(welcome);
    await settled();
    const players = connection.ask("players", {});
    const tables = connection.ask("tables", {});
    FakeSocket.last.answer("tables", { type: "tables", tables: [] });
    FakeSocket.last.answer("players", { type: "players", names: ["Ada"] });
    expect((await players).names).toEqual(["Ada"]);
    expect((await tables).tables).toEqual([]);
  });

  test("an error is a refusal with its code and what stands in its blanks", async () => {
    FakeSocket.last.tell(welcome);
    const asked = connection.ask("tables", {});
    FakeSocket.last.answer("tables", {
      type: "error",
      code: "full",
      message: "Full.",
      data: { seats: 4 },
    });
    await expect(asked).rejects.toMatchObject({ code: "full", data: { seats: 4 } });
  });

  test("it is open only when one has come in", async () => {
    let inside = () => {};
    listener.welcomed = () => new Promise((resolve) => (inside = resolve));
    FakeSocket.last.tell(welcome);
    await settled();
    expect(connection.link).toBe("connecting");
    inside();
    await settled();
    expect(connection.link).toBe("open");
  });

  test("what was asked and not answered is refused as lost, and not asked again", async () => {
    vi.useFakeTimers();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    const asked = connection.ask("act", { action: { type: "draw", stack: "main" }, seq: 1 });
    const refused = expect(asked).rejects.toMatchObject({ code: "lost" });
    FakeSocket.last.drop();
    await refused;
    expect(links.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.link).toBe("open");
    expect(FakeSocket.last.sent).toEqual([]);
  });

  test("until one is at the table again it is lost, and nothing but the way back is asked", async () => {
    FakeSocket.last.tell(welcome);
    await settled();
    FakeSocket.last.drop();
    connection.hurry();
    await expect(connection.ask("resume", { token: "t" })).rejects.toMatchObject({ code: "lost" });
    let back = () => {};
    listener.welcomed = () => new Promise((resolve) => (back = resolve));
    FakeSocket.last.tell(welcome);
    const acted = connection.ask("act", { action: { type: "draw", stack: "main" }, seq: 1 });
    await expect(acted).rejects.toMatchObject({ code: "lost" });
    const resumed = connection.ask("resume", { token: "t" });
    FakeSocket.last.answer("resume", { type: "entered" });
    await resumed;
    expect(connection.link).toBe("lost");
    back();
    await settled();
    expect(links).toEqual(["open", "lost", "open"]);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["resume"]);
  });

  test("it waits longer after each failure, and not at all when told to hurry", async () => {
    vi.useFakeTimers();
    for (const _ of [1, 2, 3, 4, 5]) {
      FakeSocket.last.drop();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    const before = FakeSocket.all.length;
    FakeSocket.last.drop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all).toHaveLength(before);
    connection.hurry();
    expect(FakeSocket.all).toHaveLength(before + 1);
  });

  test("a house that does not answer a ping is given up", async () => {
    vi.useFakeTimers();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(20_000);
    const silent = FakeSocket.last;
    expect(silent.asked("ping")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(silent.closed).toBe(true);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("an ask that stays without an answer shows that the house has gone", async () => {
    vi.useFakeTimers();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    const silent = FakeSocket.last;
    const asked = connection.ask("act", { action: { type: "draw", stack: "main" }, seq: 1 });
    const refused = expect(asked).rejects.toMatchObject({ code: "lost" });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(silent.asked("ping")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(silent.closed).toBe(true);
  });

  test("a house that answers late is not given up, and a hint may take its time", async () => {
    vi.useFakeTimers();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    void connection.ask("hint", {}).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hint"]);
    const late = connection.ask("tables", {});
    await vi.advanceTimersByTimeAsync(2_500);
    FakeSocket.last.answer("tables", { type: "tables", tables: [] });
    await late;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.last.closed).toBe(false);
    expect(connection.link).toBe("open");
  });

  test("when the network changes, a silent house is given up soon", async () => {
    vi.useFakeTimers();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(0);
    connection.hurry();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.link).toBe("lost");
  });

  describe("while somebody looks", () => {
    let silent: boolean[];

    beforeEach(async () => {
      silent = [];
      listener.doubted = (now) => silent.push(now);
      vi.useFakeTimers();
      FakeSocket.last.tell(welcome);
      await vi.advanceTimersByTimeAsync(0);
    });
    const pings = () => FakeSocket.all[0]!.sent.filter(({ type }) => type === "ping").length;

    test("a house that says nothing is doubted within ten seconds, and given up a little later", async () => {
      await vi.advanceTimersByTimeAsync(4_900);
      expect(pings()).toBe(0);
      await vi.advanceTimersByTimeAsync(5_000);
      expect([silent, connection.link]).toEqual([[true], "open"]);
      await vi.advanceTimersByTimeAsync(6_000);
      expect([silent, connection.link]).toEqual([[true, false], "lost"]);
    });

    test("a house that answers late is there again, and nothing was lost", async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      FakeSocket.last.answer("ping", { type: "pong" });
      expect(silent).toEqual([true, false]);
      await vi.advanceTimersByTimeAsync(4_000);
      expect([connection.link, FakeSocket.all.length]).toEqual(["open", 1]);
    });

    test("while there is something to hear nobody asks", async () => {
      for (let second = 0; second < 60; second += 3) {
        await vi.advanceTimersByTimeAsync(3_000);
        FakeSocket.last.tell({ type: "events" });
      }
      expect([pings(), silent]).toEqual([0, []]);
    });

    test("in a silence it is asked every five seconds, no oftener", async () => {
      let answered = 0;
      for (let second = 0; second < 60; second++) {
        await vi.advanceTimersByTimeAsync(1_000);
        if (pings() > answered) FakeSocket.last.answer("ping", { type: "pong" });
        answered = pings();
      }
      expect(pings()).toBeGreaterThan(8);
      expect(pings()).toBeLessThanOrEqual(12);
      expect(silent).toEqual([]);
    });

    test("a bot that thinks about a hint is waited for", async () => {
      void connection.ask("hint", {}).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(15_000);
      expect([pings(), silent]).toEqual([0, []]);
      FakeSocket.last.answer("hint", { type: "hint" });
      await vi.advanceTimersByTimeAsync(6_000);
      expect(pings()).toBe(1);
    });
  });

  test("without a connection nothing is asked", async () => {
    FakeSocket.last.drop();
    await expect(connection.ask("tables", {})).rejects.toBeInstanceOf(Refusal);
  });

  test("what comes unasked is told", () => {
    FakeSocket.last.tell({ type: "goodbye", reason: "closing" });
    expect(told).toEqual(["goodbye"]);
  });
});
