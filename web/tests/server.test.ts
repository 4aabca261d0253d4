import { beforeEach, describe, expect, test, vi } from "vitest";
import { Server } from "../src/state/server.svelte";
import { notices } from "../src/state/notices.svelte";
import { settings } from "../src/settings/settings.svelte";
import { words } from "../src/i18n/texts.svelte";
import { FakeSocket, seated, settled, observation, welcome } from "./socket";

const entered = { type: "entered", account: "a", name: "Ada", kind: "guest", token: "secret" };

describe("the house", () => {
  let server: Server;

  beforeEach(async () => {
    await words.speak("en");
    FakeSocket.all = [];
    localStorage.clear();
    server = new Server(() => new FakeSocket());
    server.connection.connect();
    FakeSocket.last.tell(welcome);
  });

  async function atTable(): Promise<void> {
    const joined = server.join({ invite: "abc" });
    await settled();
    FakeSocket.last.answer("enter", entered);
    await settled();
    FakeSocket.last.answer("join", { ...seated() });
    await joined;
  }

  async function reconnect(): Promise<void> {
    FakeSocket.last.drop();
    server.connection.hurry();
    FakeSocket.last.tell(welcome);
    await settled();
    FakeSocket.last.answer("resume", { ...entered, token: null });
    await settled();
  }

  test("nobody is made a guest only by looking", async () => {
    await settled();
    expect(FakeSocket.last.sent).toEqual([]);
  });

  test("who comes to a table follows it by views", async () => {
    await atTable();
    expect(FakeSocket.last.asked("join")).toMatchObject({ invite: "abc", follow: "views" });
    expect(server.table?.seat).toBe(0);
    expect(localStorage.getItem("stammtisch.token")).toBe("secret");
  });

  test("after a reconnect one is oneself, at the same table, and asks only for what was missed", async () => {
    await atTable();
    await reconnect();
    expect(FakeSocket.last.asked("resume")).toMatchObject({ token: "secret" });
    expect(FakeSocket.last.asked("join")).toMatchObject({ table: "t1", since: 5 });
  });

  test("what a later server says beside is passed over", async () => {
    await atTable();
    FakeSocket.last.tell({ type: "weather", sun: true });
    FakeSocket.last.tell({ type: "grand_answer", id: 4711 });
    const events = [{ type: "took_a_bow", seat: 1, seats: 3 }, { type: "drawn", added: [1] }];
    const now = { ...observation({ round: 2, added: 1 }), added: true };
    FakeSocket.last.tell({ type: "events", table: "t1", seq: 6, at: 1, events, observation: now, added: 1 });
    expect(server.table!.observation).toEqual(now);
    expect(server.table!.info.seats).toHaveLength(4);
    expect(server.link).toBe("open");
  });

  test("nothing that was missed is played again", async () => {
    await atTable();
    const events = [{ type: "drawn" }];
    FakeSocket.last.tell({ type: "events", table: "t1", seq: 6, at: 1, events, observation: observation() });
    expect(server.table!.events).toEqual(events);
    const scenes: unknown[] = [];
    server.table!.listen((scene) => scenes.push(scene));
    const calm = vi.spyOn(settings, "calm");
    await reconnect();
    const now = observation({ round: 2 });
    FakeSocket.last.answer("join", {
      ...seated({ seq: 9, observation: now }),
      type: "missed",
      batches: [{ seq: 9, at: 1, events: [{ type: "drawn" }] }],
    });
    await settled();
    expect(server.table!.shown).toEqual(now);
    expect(server.table!.events).toEqual([]);
    expect(scenes).toEqual([]);
    expect(calm).toHaveBeenCalled();
    expect(server.link).toBe("open");
  });

  test("what the house says is shown at a table, too, until somebody has read it", async () => {
    await atTable();
    const heard = { type: "chat_message", reach: "person", sender: "server" };
    FakeSocket.last.tell({ ...heard, text: "The server restarts in 10 minutes." });
    FakeSocket.last.tell({ ...heard, reach: "everyone", sender: "Bo", text: "Hello." });
    const shown = notices.list.filter(({ kind }) => kind === "house");
    expect(shown.map(({ text }) => text)).toEqual(["The server restarts in 10 minutes."]);
    notices.drop(shown[0]!.id);
  });

  test("a wrong password makes nobody lose who they are, nor their seat", async () => {
    await atTable();
    const signedIn = server.signIn("Dora", "wrong");
    FakeSocket.last.tell(welcome);
    await settled();
    FakeSocket.last.answer("sign_in", { type: "error", code: "wrong_password", message: "No." });
    await settled();
    FakeSocket.last.tell(welcome);
    await settled();
    FakeSocket.last.answer("resume", { ...entered, token: null });
    await settled();
    FakeSocket.last.answer("join", { ...seated() });
    await expect(signedIn).rejects.toMatchObject({ code: "wrong_password" });
    expect(localStorage.getItem("stammtisch.token")).toBe("secret");
    expect(server.me?.name).toBe("Ada");
    expect(server.table?.seat).toBe(0);
  });

  test("a table that is gone says so", async () => {
    await atTable();
    await reconnect();
    FakeSocket.last.answer("join", { type: "error", code: "unknown_table", message: "Gone." });
    await settled();
    expect(server.table!.closed).toBe("There is no such table, or it has been closed.");
  });

  test("who is sent away without a reason is told so, too", async () => {
    await atTable();
    const left = { type: "left", seat: 0, name: "Ada", seats: [], away: false, late: false };
    FakeSocket.last.tell({ type: "events", table: "t1", seq: 6, at: 0, events: [{ ...left, kicked: "" }] });
    expect(server.table!.sentAway).toBe(true);
    expect(server.table!.closed).toBe("");
  });

  test("who is not known any more comes in as a new guest", async () => {
    localStorage.setItem("stammtisch.token", "old");
    const inside = server.comeIn();
    await settled();
    FakeSocket.last.answer("resume", { type: "error", code: "unknown_token", message: "Who?" });
    await settled();
    FakeSocket.last.answer("enter", entered);
    await inside;
    expect(server.me?.name).toBe("Ada");
  });

  test("an action carries the number of the moment it was decided by", async () => {
    await atTable();
    const done = server.table!.act({ type: "draw", stack: "main" });
    expect(FakeSocket.last.asked("act")).toMatchObject({ seq: 5 });
    expect(server.table!.legal).toEqual([]);
    FakeSocket.last.answer("act", { type: "accepted", seq: 6, at: 1 });
    await done;
    expect(server.table!.legal).toHaveLength(1);
  });
});
