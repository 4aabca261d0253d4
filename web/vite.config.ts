import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Where a server of one's own listens while one works on the page with `npm run dev`. */
const SERVER = process.env.STAMMTISCH_SERVER ?? "http://127.0.0.1:8400";

const WORDS = fileURLToPath(new URL("../stammtisch/i18n", import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  base: "/static/",
  resolve: {
    // What is said at a table, in JSON that the terminal reads, too.
    alias: { "@i18n": WORDS },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  json: { namedExports: false },
  build: {
    outDir: "../stammtisch/net/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything stays a file of its own: the page's policy allows no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".", WORDS] },
    proxy: {
      "/table": { target: SERVER, ws: true },
      "/api": { target: SERVER },
    },
  },
  test: {
    environment: "jsdom",
    // One browser world for all: making it takes longer than the tests.
    isolate: false,
    maxWorkers: 1,
    include: ["tests/**/*.test.ts"],
  },
});
