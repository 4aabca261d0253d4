/** The client as one file that Node and browsers can import (`npm run client`). */

import { join } from "node:path";
import { defineConfig } from "vite";

const here = import.meta.dirname;

export default defineConfig({
  publicDir: false,
  build: {
    outDir: join(here, "dist"),
    target: "es2022",
    lib: {
      entry: join(here, "..", "src", "client", "index.ts"),
      formats: ["es"],
      fileName: () => "stammtisch-client.js",
    },
    rollupOptions: { output: { codeSplitting: false } },
  },
});
