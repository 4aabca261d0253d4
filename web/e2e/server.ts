/** A server for each worker: a real server on free ports with a fresh data folder. */

import AxeBuilder from "@axe-core/playwright";
import { test as plain, expect, type BrowserContext, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const BIN = join(ROOT, ".venv", "bin");
export const STAMMTISCH = process.env.STAMMTISCH ?? join(BIN, "stammtisch");

/** Deals that a test needs, by their names in tests/system/rigged_server.py. */
export type RiggedDeal = "usual" | "seller" | "buyer" | "married" | "declarer" | "defender";

const OPTIONS = ["--tiles-port", "auto", "--cg-port", "off", "--set", "bots.pace_ms=40"];

export class Server {
  url = "";
  #process: ChildProcess | null = null;

  constructor(
    readonly data: string,
    private readonly deal: RiggedDeal | null = null,
    private readonly more: readonly string[] = [],
  ) {}

  get #program(): [string, ...string[]] {
    if (this.deal === null) return [STAMMTISCH, "serve"];
    return [join(BIN, "python"), "-m", "tests.system.rigged_server", this.deal];
  }

  /** On free ports, or on the one it had before, so that a page finds it again. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : "auto";
    const [program, ...first] = this.#program;
    const server = spawn(
      program,
      [...first, "--port", port, ...OPTIONS, "--data", this.data, ...this.more],
      { cwd: this.deal === null ? this.data : ROOT, stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#process = server;
    this.url = await new Promise((resolve, reject) => {
      let said = "";
      server.stdout!.on("data", (text: Buffer) => {
        said += text.toString();
        const address = /http:\/\/\S+:\d+\//.exec(said);
        if (address) resolve(address[0]);
      });
      server.on("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.on("exit", resolve));
    server.kill(signal);
    await ended;
  }
}

/** Somebody else, on a device of their own. A name is somebody's for good: take another each time. */
export type Guests = (name: string) => Promise<Page>;

/** Somebody else's server, in which the first deal of every match is that one: its address. */
export type Rigged = (deal: RiggedDeal) => Promise<string>;

/** A server that is for its members, with that password. */
export async function withMembersServer(password: string, use: (server: Server) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "stammtisch-e2e-"));
  const file = join(data, "password");
  await writeFile(file, password);
  const server = new Server(data, null, ["--password-file", file]);
  await server.start();
  try {
    await use(server);
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

async function withHouse(deal: RiggedDeal | null, use: (server: Server) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "stammtisch-e2e-"));
  const server = new Server(data, deal);
  await server.start();
  await use(server);
  await server.stop();
  await rm(data, { recursive: true, force: true });
}

export const test = plain.extend<
  { baseURL: string; guest: Guests; rigged: Rigged },
  { server: Server }
>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => withHouse(null, use),
    { scope: "worker", timeout: 60_000 },
  ],
  // eslint-disable-next-line no-empty-pattern
  rigged: async ({}, use) => {
    const ends: (() => void)[] = [];
    const houses: Promise<void>[] = [];
    await use(
      (deal) =>
        new Promise((resolve, reject) => {
          const server = withHouse(deal, (server) => {
            resolve(server.url);
            return new Promise((end) => ends.push(end));
          });
          server.catch(reject);
          houses.push(server);
        }),
    );
    for (const end of ends) end();
    await Promise.all(houses);
  },
  baseURL: async ({ server }, use) => use(server.url),
  guest: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const context = await browser.newContext();
      contexts.push(context);
      await context.addInitScript((wished) => {
        if (!localStorage.getItem("stammtisch.settings")) {
          const wishes = { name: wished, language: "en" };
          localStorage.setItem("stammtisch.settings", JSON.stringify(wishes));
        }
      }, name);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Any table that can be made in the dialog; bots take the other seats when it is opened. */
export async function openTable(
  page: Page,
  address: string,
  choices: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(address);
  await expect(page.locator("form details")).not.toHaveCount(0);
  await page.locator("form details").evaluateAll((groups) => {
    for (const group of groups) (group as HTMLDetailsElement).open = true;
  });
  for (const [name, choice] of Object.entries(choices)) {
    const list = page.getByRole("combobox", { name, exact: true });
    const number = page.getByRole("spinbutton", { name, exact: true });
    if (await list.count()) await list.selectOption({ label: choice });
    else await number.fill(choice);
  }
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
}

/** From the first screen to the first hand. */
export async function playAgainstBots(page: Page, game: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: game, exact: true }).click();
  await page.getByRole("button", { name: "Play against bots" }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
}

/** Everything that moves has arrived; what pulses for ever need not. */
export async function standsStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== "running" || one.effect?.getComputedTiming().endTime === Infinity),
  );
}

/** No barrier for anybody, and nothing beside the screen. */
export async function hasNoBarrier(page: Page): Promise<void> {
  // What is half faded in has not its own colours.
  await standsStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen!);
}

export { expect };
