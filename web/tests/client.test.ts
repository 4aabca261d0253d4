import { beforeEach, describe, expect, test } from "vitest";
import { Client, type Events, type SeatedAt } from "../src/client";
import { FakeSocket, seated, settled, observation, welcome } from "./socket";

const entered = { type: "entered", account: "a", name: "Ada", kind: "guest", token: "secret" };

describe("a client without a page", () => {
  let client: Client;
  let table: SeatedAt;

  const news = (seq: number, parts: Partial<Events> = {}) =>
    FakeSocket.last.tell({ type: "events", table: "t1", seq, at: 0, events: [], ...parts });

  beforeEach(async () => {
    FakeSocket.all = [];
    const connected = Client.connect("http://house:8400", { name: "Ada", socket: () => new FakeSocket() });
    FakeSocket.last.tell(welcome);
    client = await connected;
    const joined = client.join({ invite: "abc" });
    await settled();
    FakeSocket.last.answer("enter", entered);
    await settled();
    FakeSocket.last.answer("join", { ...seated() });
    table = await joined;
    return () => client.close();
  });

  test("speaks to the house at the path of the table protocol", async () => {
    const urls: string[] = [];
    void Client.connect("https://cards.example/", {
      socket: (url) => {
        urls.push(url);
        return new FakeSocket();
      },
    });
    expect(urls).toEqual(["wss://cards.example/table"]);
  });

  test("is given each of its turns once, and acts by what it saw", async () => {
    const turns = table.turns();
    const first = await turns.next();
    expect(first.value?.legal).toHaveLength(1);
    table.act({ type: "draw", stack: "main" }).catch(() => undefined);
    expect(FakeSocket.last.asked("act")).toMatchObject({ seq: 5, action: { stack: "main" } });
    const second = turns.next();
    news(6, { observation: { ...observation(), turn: [1] } });
    news(7, { observation: { ...observation({ round: 2 }), turn: [0] } });
    expect((await second).value?.view).toMatchObject({ round: 2 });
  });

  test("plays on with a server that says more than it knows", async () => {
    const turns = table.turns();
    await turns.next();
    const next = turns.next();
    FakeSocket.last.tell({ type: "weather", sun: true });
    FakeSocket.last.tell({ type: "grand_answer", id: 4711 });
    const bow = { type: "took_a_bow", seat: 1, seats: 3, added: { later: 1 } };
    const now = { ...observation({ round: 3, added: [1] }), turn: [0], added: true };
    news(6, { events: [bow], observation: now, added: 1 } as unknown as Partial<Events>);
    expect((await next).value?.view).toMatchObject({ round: 3 });
    expect(table.known.info.seats).toHaveLength(4);
  });

  test("has no turns after the end of the match", async () => {
    const turns = table.turns();
    await turns.next();
    const next = turns.next();
    const ended = { type: "ended", match: "m1", outcome: "won", ranks: [0], points: [1] };
    news(6, { events: [ended] as unknown as Events["events"] });
    expect((await next).done).toBe(true);
    expect(table.known.scoreboard.at(-1)).toMatchObject({ match: "m1", names: ["Ada", "", "", ""] });
  });

  test("comes back to its seat after a lost connection, as itself", async () => {
    news(8);
    FakeSocket.last.drop();
    client.connection.hurry();
    FakeSocket.last.tell(welcome);
    await settled();
    expect(FakeSocket.last.asked("resume")).toMatchObject({ token: "secret" });
    FakeSocket.last.answer("resume", { ...entered, token: null });
    await settled();
    expect(FakeSocket.last.asked("join")).toMatchObject({ table: "t1", since: 8, follow: "views" });
  });
});
