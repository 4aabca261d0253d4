// Writes the card faces of @letele/playing-cards (CC0) as SVG files. The package holds them as React
// components; React is needed here only, at build time.

import { mkdir, writeFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as deck from "../node_modules/@letele/playing-cards/dist/index.esm.js";

const folder = new URL("../src/cards/faces/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, face] of Object.entries(deck)) {
  if (name.startsWith("B")) continue;
  const svg = renderToStaticMarkup(createElement(face)).replace('preserveAspectRatio="none" ', "");
  await writeFile(new URL(`${name.toLowerCase()}.svg`, folder), svg);
}
