import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** API and attack tests that start what they need, and do not use the launchpad of the others. */
const ISOLATED = [
  "tests/api/media/**/*.test.ts",
  "tests/api/launch-memecoin/503-budget.test.ts",
  "tests/api/system/brand.test.ts",
  "tests/api/system/development.test.ts",
  "tests/api/system/programs.test.ts",
  "tests/api/system/rolling-restart.test.ts",
  "tests/api/system/stop.test.ts",
  "tests/api/system/traces.test.ts",
  "tests/api/webhooks/kill.test.ts",
  "tests/attack/isolated/**/*.test.ts",
];
/** Creates the cluster that `startTestDatabase` copies. */
const MIGRATED = "tests/setup/database/migrated-cluster.ts";
/** Programs that spend their time installing packages and waiting for rate limits. */
const CLIENTS = ["tests/api/clients/**/*.test.ts"];
const UNIT_WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1));
/** One more, because these files wait for processes: two left two processors idle for a third of the time. */
const STACK_WORKERS = UNIT_WORKERS + 1;

/**
 * `unit` needs no process and no port. Files of `stack` and `isolated` start databases, chains,
 * engines and launchpads of their own and run side by side. Files of `api`, `attack` and `clients`
 * share a running launchpad each.
 */
export default defineConfig({
  resolve: {
    alias: {
      "@slipway-launchpad/client": `${root}packages/client/src/index.ts`,
      "@slipway-launchpad/mcp": `${root}packages/mcp/src/index.ts`,
      "@slipway-launchpad/slipway": `${root}packages/cli/src/index.ts`,
      "@": root.replace(/\/$/, ""),
    },
  },
  test: {
    // Files share the modules of their worker: loading them for each file took longer than the tests.
    isolate: false,
    // A second, vitest's own, is a margin that a busy machine exceeds.
    expect: { poll: { interval: 20, timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          testTimeout: 120_000,
          maxWorkers: UNIT_WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: ["tests/{ports,sandbox,chain,indexer}/**/*.test.ts"],
          globalSetup: MIGRATED,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: STACK_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ISOLATED,
          globalSetup: MIGRATED,
          testTimeout: 90_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "real",
          include: ["tests/real/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      ...[
        { name: "api", include: ["tests/api/**/*.test.ts"], exclude: [...ISOLATED, ...CLIENTS] },
        { name: "attack", include: ["tests/attack/**/*.test.ts"], exclude: ISOLATED },
        { name: "clients", include: CLIENTS, exclude: [] },
      ].map(({ name, include, exclude }) => ({
        extends: true as const,
        test: {
          name,
          include,
          exclude,
          testTimeout: 90_000,
          hookTimeout: 180_000,
          globalSetup: ["tests/setup/stack/running-stack.ts"],
          ...(name === "clients" ? { maxWorkers: 2 } : { fileParallelism: false }),
          sequence: { groupOrder: name === "clients" ? 4 : 3 },
        },
      })),
    ],
  },
});
