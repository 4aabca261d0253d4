// The page as it was built (`make page`).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../stammtisch/net/static");

test("what was compressed by the build is what was built", () => {
  const names = readdirSync(FOLDER, { recursive: true }).map(String);
  const small = names.filter((name) => name.endsWith(".br"));
  expect(small).toContain("index.html.br");
  expect(small.some((name) => name.endsWith(".js.br"))).toBe(true);
  for (const name of small) {
    const packed = readFileSync(join(FOLDER, name));
    const plain = readFileSync(join(FOLDER, name.slice(0, -".br".length)));
    expect(brotliDecompressSync(packed).equals(plain), name).toBe(true);
    expect(packed.length).toBeLessThan(plain.length);
  }
});
