// A server of its own for the measurement, on free ports and with a fresh data folder.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const BIN = join(ROOT, ".venv", "bin");
const STAMMTISCH = process.env.STAMMTISCH ?? join(BIN, "stammtisch");

/** With the name of a deal (tests/system/rigged_server.py) the first of every match is that one. */
export async function withHouse(doing, deal = null) {
  const data = await mkdtemp(join(tmpdir(), "stammtisch-bench-"));
  const ports = ["--port", "auto", "--tiles-port", "auto", "--cg-port", "off"];
  const [program, ...first] =
    deal === null ? [STAMMTISCH, "serve"] : [join(BIN, "python"), "-m", "tests.system.rigged_server", deal];
  const server = spawn(program, [...first, ...ports, "--data", data], {
    cwd: deal === null ? data : ROOT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      let said = "";
      server.stdout.on("data", (text) => {
        said += text;
        const address = /http:\/\/\S+:\d+\//.exec(said);
        if (address) resolve(address[0]);
      });
      server.on("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    });
    return await doing(url);
  } finally {
    const ended = new Promise((resolve) => server.on("exit", resolve));
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await ended;
    }
    await rm(data, { recursive: true, force: true });
  }
}
