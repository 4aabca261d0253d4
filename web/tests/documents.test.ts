// @vitest-environment node
/** What the server publishes about its protocol, read by the parser that client authors use. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Parser } from "@asyncapi/parser";
import { expect, it } from "vitest";

const PYTHON = new URL("../../.venv/bin/python", import.meta.url).pathname;
const PUBLISHED =
  "import sys, msgspec; from stammtisch.protocols.table.schema import asyncapi;" +
  "sys.stdout.buffer.write(msgspec.json.encode(asyncapi()))";

/** Less severe is what it merely recommends, as the newest version of AsyncAPI. */
const WARNING = 1;

it("AsyncAPI's own parser finds neither an error nor anything to warn of", async () => {
  const { stdout } = await promisify(execFile)(PYTHON, ["-c", PUBLISHED], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const { document, diagnostics } = await new Parser().parse(stdout);
  const faults = diagnostics.filter(({ severity }) => severity <= WARNING);
  expect(faults.map(({ message, path }) => `${path.join(".")}: ${message}`)).toEqual([]);
  expect(document?.allMessages().has("Administer")).toBe(true);
}, 60_000);
