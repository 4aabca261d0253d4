import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Server } from "../src/state/server.svelte";
import { keepKey, keptKey, keyIn, takeKeyFromAddress } from "../src/accounts/accessCode";
import { FakeSocket, seated, settled, welcome } from "./socket";

const entered = { type: "entered", account: "a", name: "Ada", kind: "guest", token: "secret" };
const wrong = { type: "error", code: "wrong_key", message: "No." };

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});

describe("the key of a house that is for its members", () => {
  test("is none where the address has none", () => {
    takeKeyFromAddress();
    expect(keptKey()).toBeNull();
  });

  test("is taken from the address, where nobody sees it any more", () => {
    history.replaceState(null, "", "/t/abc?key=open%20sesame%26&more=1#end");
    takeKeyFromAddress();
    expect(keptKey()).toBe("open sesame&");
    expect(location.href.slice(location.origin.length)).toBe("/t/abc?more=1#end");
    takeKeyFromAddress();
    expect(keptKey()).toBe("open sesame&");
  });

  test("may be typed, or pasted with the whole link", () => {
    expect(keyIn(" open sesame ")).toBe("open sesame");
    expect(keyIn("https://cards.example.org/?key=open%20sesame")).toBe("open sesame");
    expect(keyIn("note: this is it")).toBe("note: this is it");
  });
});

describe("a house that is for its members", () => {
  let server: Server;

  function visit(): void {
    FakeSocket.all = [];
    server = new Server(() => new FakeSocket());
    server.connection.connect();
    FakeSocket.last.tell({ ...welcome, members_only: true });
  }

  beforeEach(visit);

  test("is shut to a stranger, and opens with the key", async () => {
    expect(server.shut).toBe(true);
    const opened = server.unlock("sesame");
    expect(FakeSocket.last.asked("enter")).toMatchObject({ key: "sesame" });
    FakeSocket.last.answer("enter", entered);
    await opened;
    expect(server.shut).toBe(false);
    expect(keptKey()).toBe("sesame");
  });

  test("forgets a key that does not fit, and says so", async () => {
    const opened = server.unlock("guess");
    FakeSocket.last.answer("enter", wrong);
    await expect(opened).rejects.toMatchObject({ code: "wrong_key" });
    expect(server.shut).toBe(true);
    expect(server.refusedEntry?.code).toBe("wrong_key");
    expect(keptKey()).toBeNull();
  });

  test("asks nobody who brought a key, or was here before", () => {
    keepKey("sesame");
    visit();
    expect(server.shut).toBe(false);
    localStorage.clear();
    localStorage.setItem("stammtisch.token", "secret");
    visit();
    expect(server.shut).toBe(false);
  });

  test("keeps the connection of a guest from before it was shut, and asks for the key", async () => {
    localStorage.setItem("stammtisch.token", "old");
    visit();
    FakeSocket.last.answer("resume", { type: "error", code: "key_needed", message: "Who?" });
    await settled();
    expect(server.link).toBe("open");
    expect(FakeSocket.last.closed).toBe(false);
    expect(server.shut).toBe(true);
    void server.unlock("sesame");
    expect(FakeSocket.last.asked("resume")).toMatchObject({ token: "old", key: "sesame" });
  });

  test("who is banned in a match is told so, and is not brought back for ever", async () => {
    keepKey("sesame");
    visit();
    const joined = server.join({ invite: "abc" });
    FakeSocket.last.answer("enter", entered);
    await settled();
    FakeSocket.last.answer("join", { ...seated() });
    await joined;
    FakeSocket.last.drop();
    server.connection.hurry();
    FakeSocket.last.tell({ ...welcome, members_only: true });
    FakeSocket.last.answer("resume", { type: "error", code: "banned", message: "Out." });
    await settled();
    expect(server.refusedEntry?.code).toBe("banned");
    expect(server.shut).toBe(true);
    expect(server.table?.closed).toBe("Out.");
    expect(server.link).toBe("open");
  });
});
