import { beforeEach, describe, expect, test } from "vitest";
import source from "../src/worker.js?raw";

type Handler = (event: Record<string, unknown>) => void;

/** A service worker in a world of its own, whose network and caches are the test's. */
class World {
  handlers: Record<string, Handler> = {};
  stores = new Map<string, Map<string, string>>();
  online = true;
  fetched: string[] = [];

  constructor() {
    const self = { addEventListener: (name: string, handler: Handler) => (this.handlers[name] = handler) };
    const path = (request: { url: string } | string) => new URL(typeof request === "string" ? request : request.url, "http://house").pathname;
    const open = (name: string) => {
      const store = this.stores.get(name) ?? new Map<string, string>();
      this.stores.set(name, store);
      return {
        addAll: async (files: string[]) => files.forEach((file) => store.set(file, `kept ${file}`)),
        put: async (request: { url: string }) => void store.set(path(request), `kept ${path(request)}`),
      };
    };
    const caches = {
      open: async (name: string) => open(name),
      keys: async () => [...this.stores.keys()],
      delete: async (name: string) => this.stores.delete(name),
      match: async (request: { url: string } | string) => {
        for (const store of this.stores.values()) if (store.has(path(request))) return store.get(path(request));
        return undefined;
      },
    };
    const fetch = async (request: { url: string }) => {
      if (!this.online) throw new TypeError("Failed to fetch");
      this.fetched.push(path(request));
      return { ok: true, clone: () => ({}), from: path(request) };
    };
    Object.assign(self, { skipWaiting: async () => {}, clients: { claim: async () => {} } });
    const code = source.replace('"SHELL"', '["/"]').replace('"VERSION"', '"2"');
    new Function("self", "caches", "fetch", "location", code)(self, caches, fetch, { origin: "http://house" });
  }

  async happens(name: string): Promise<void> {
    let done: unknown;
    this.handlers[name]!({ waitUntil: (doing: unknown) => (done = doing) });
    await done;
  }

  /** What the worker answers with; undefined: it leaves it to the browser. */
  async asks(path: string, mode = "cors", method = "GET"): Promise<unknown> {
    let answer: unknown;
    const request = { url: `http://house${path}`, mode, method };
    this.handlers.fetch!({ request, respondWith: (given: unknown) => (answer = given) });
    return answer;
  }

  get kept(): string[] {
    return [...this.stores.values()].flatMap((store) => [...store.keys()]);
  }
}

describe("the service worker", () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    await world.happens("install");
  });

  test("keeps the page's own files and nothing of any table", async () => {
    await world.asks("/static/assets/card-1.svg");
    for (const path of ["/api/matches/m/record", "/table", "/healthz", "/sw.js"]) {
      expect(await world.asks(path)).toBeUndefined();
    }
    await world.asks("/t/abc", "navigate");
    await world.asks("/m/abc", "navigate");
    expect(world.kept).toEqual(["/", "/static/assets/card-1.svg"]);
  });

  test("lets nothing be changed through it", async () => {
    expect(await world.asks("/static/x.js", "cors", "POST")).toBeUndefined();
  });

  test("shows the newest page while there is a network, and the kept one while there is none", async () => {
    expect(await world.asks("/t/abc", "navigate")).toMatchObject({ from: "/t/abc" });
    world.online = false;
    expect(await world.asks("/t/abc", "navigate")).toBe("kept /");
  });

  test("leaves what is no part of the page to the house", async () => {
    for (const path of ["/api/matches", "/about", "/metrics", "/readyz"]) {
      expect(await world.asks(path, "navigate")).toBeUndefined();
    }
  });

  test("throws away what an older one has kept", async () => {
    world.stores.set("stammtisch-1", new Map([["/", "old"]]));
    await world.happens("activate");
    expect([...world.stores.keys()]).toEqual(["stammtisch-2"]);
  });
});
