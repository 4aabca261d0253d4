import { defineConfig } from "@playwright/test";

/** Debian's browser; nothing is downloaded. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  timeout: 120_000,
  // What is waited for is an event; how long it takes on a machine with other work is not the test.
  expect: { timeout: 20_000 },
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // On a machine that stands still for a while a browser may miss its time once, not twice.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    actionTimeout: 20_000,
    viewport: { width: 360, height: 740 },
    locale: "en-GB",
    launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    trace: "retain-on-failure",
  },
});
