// Writes a brotli file beside each file of the built page (`index.html.br`), for browsers that can
// read it. It takes too long to be done while tables are served.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const folder = fileURLToPath(new URL("../../stammtisch/net/static/", import.meta.url));

for (const name of await readdir(folder, { recursive: true })) {
  if (!/\.(css|html|js|json|svg|webmanifest)$/.test(name)) continue;
  const plain = await readFile(join(folder, name));
  const small = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  if (small.length < plain.length) await writeFile(join(folder, `${name}.br`), small);
}
