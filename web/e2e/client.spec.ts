import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./server";

const BOT = join(import.meta.dirname, "..", "client", "bot.mjs");
/** What Node 22 and later have by themselves. */
const FLAGS = Number(process.versions.node.split(".")[0]) < 22 ? ["--experimental-websocket"] : [];

test.describe.configure({ timeout: 180_000 });

test("the bot of the documentation plays a match of tiles to its end", async ({ baseURL }) => {
  const bot = [...FLAGS, BOT, baseURL, "tiles"];
  const { stdout } = await promisify(execFile)(process.execPath, bot);
  expect(stdout).toMatch(/names: \[[^\]]*'chance'/);
  // The nonce that it had committed to was opened in time, and the deal took it.
  expect(stdout).toContain("ranks: [");
});
