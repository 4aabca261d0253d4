// Writes the service worker after a build: it keeps the page itself, so that it opens without a
// network. Card faces are kept when they are first seen; tables are never kept.

import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const folder = new URL("../../stammtisch/net/static/", import.meta.url);
const source = new URL("../src/worker.js", import.meta.url);
const assets = (await readdir(new URL("assets/", folder)))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `/static/assets/${name}`);
const shell = ["/", "/static/icon.svg", "/static/manifest.webmanifest", ...assets];
const index = await readFile(new URL("index.html", folder));
const version = createHash("sha256").update(index).update(shell.join()).digest("hex").slice(0, 12);
const worker = (await readFile(source, "utf8"))
  .replace('"SHELL"', JSON.stringify(shell))
  .replace('"VERSION"', JSON.stringify(version));
await writeFile(new URL("sw.js", folder), worker);
