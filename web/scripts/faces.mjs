// Writes the card faces of @letele/playing-cards (CC0) as SVG files. The package holds them as React
// components; React is needed here only, at build time. Three things are changed: the indices
// are larger, because of most cards in a hand one sees nothing else; the colours are those of the
// rest of the page; and the ace of spades is like the other aces, without its maker's address.

import { mkdir, writeFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as deck from "../node_modules/@letele/playing-cards/dist/index.esm.js";

const folder = new URL("../src/cards/faces/", import.meta.url);

/** The sign of a suit stands in a symbol of this box. */
const SIGN = /(viewBox="-600 -600 1200 1200"[^>]*><path d=")([^"]+)/;

const CHANGES = [
  [/preserveAspectRatio="none" /g, ""],
  [/"(red|#f00)"/g, '"#c8141e"'],
  [/fill="#fff" stroke="#000"/g, 'fill="#fffdf8" stroke="#8a8378"'],
  [/stroke-width="80"/g, 'stroke-width="105"'],
  [/height="32" width="32" x="-114.4" y="-156"/g, 'height="42" width="42" x="-117.5" y="-162"'],
  [
    /height="26.769" width="26.769" x="-111.784" y="-119"/g,
    'height="30" width="30" x="-111.5" y="-117"',
  ],
];

function svg(name) {
  const face = renderToStaticMarkup(createElement(deck[name]));
  return CHANGES.reduce((text, [from, to]) => text.replace(from, to), face);
}

function aceOfSpades() {
  const spade = SIGN.exec(svg("S2"))[2];
  return svg("Ca").replace(SIGN, `$1${spade}`);
}

await mkdir(folder, { recursive: true });
for (const name of Object.keys(deck)) {
  if (name.startsWith("B")) continue;
  const text = name === "Sa" ? aceOfSpades() : svg(name);
  await writeFile(new URL(`${name.toLowerCase()}.svg`, folder), text);
}
