import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where a server of one's own listens while one works on the page with `npm run dev`. */
const SERVER = process.env.STAMMTISCH_SERVER ?? "http://127.0.0.1:8400";

export default defineConfig({
  plugins: [svelte()],
  base: "/static/",
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../stammtisch/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything stays a file of its own: the page's policy allows no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
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
