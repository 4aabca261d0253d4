// A server of its own for the measurement, on free ports and with a fresh data folder.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const STAMMTISCH = process.env.STAMMTISCH ?? join(ROOT, ".venv", "bin", "stammtisch");

export async function withHouse(doing) {
  const data = await mkdtemp(join(tmpdir(), "stammtisch-bench-"));
  const ports = ["--port", "0", "--tiles-port", "0", "--cg-port", "0"];
  const server = spawn(STAMMTISCH, ["serve", ...ports, "--data", data], {
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
