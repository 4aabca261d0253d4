/** A house for each worker: a real server on free ports with a fresh data folder. */

import { test as plain, expect, type BrowserContext, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const STAMMTISCH = process.env.STAMMTISCH ?? join(ROOT, ".venv", "bin", "stammtisch");

export class Server {
  url = "";
  #process: ChildProcess | null = null;

  constructor(readonly data: string) {}

  /** On free ports, or on the one it had before, so that a page finds it again. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : "0";
    const server = spawn(
      STAMMTISCH,
      ["serve", "--port", port, "--tiles-port", "0", "--cg-port", "0", "--bot-pace-ms", "40", "--data", this.data],
      { cwd: this.data, stdio: ["ignore", "pipe", "inherit"] },
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

export const test = plain.extend<{ baseURL: string; guest: Guests }, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), "stammtisch-e2e-"));
      const server = new Server(data);
      await server.start();
      await use(server);
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 30_000 },
  ],
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

/** From the first screen to the first hand. */
export async function playAgainstBots(page: Page, game: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: game, exact: true }).click();
  await page.getByRole("button", { name: "Play against bots" }).click();
  await expect(page).toHaveURL(/\/t\/\w+$/);
}

export { expect };
