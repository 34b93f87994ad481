import { availableParallelism } from "node:os";
import { defineConfig } from "playwright/test";
import { TEST_FLAGS } from "./tests/setup/find-chromium";

/**
 * Browser tests. They start their own launchpad; with E2E_BASE_URL they use a running one. The
 * global setup passes the other two variables to the workers.
 */
const { E2E_BASE_URL, E2E_CHROMIUM } = process.env;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/e2e/support/global-setup.ts",
  outputDir: "test-results/browser",
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  // A worker and its share of the launchpad keep about two thirds of a processor busy.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: E2E_BASE_URL ?? "http://127.0.0.1:3000",
    viewport: { width: 1280, height: 800 },
    colorScheme: "dark",
    screenshot: "only-on-failure",
    launchOptions: {
      args: TEST_FLAGS,
      ...(E2E_CHROMIUM === undefined ? {} : { executablePath: E2E_CHROMIUM }),
    },
  },
});
