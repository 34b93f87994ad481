import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * `unit` needs no process and no port; `stack` starts databases, chains and engines of its own; `api`
 * and `attack` share one running launchpad each.
 */
export default defineConfig({
  resolve: {
    alias: {
      "@slipway-launchpad/client": `${root}packages/client/src/index.ts`,
      "@slipway-launchpad/slipway": `${root}packages/cli/src/index.ts`,
      "@": root.replace(/\/$/, ""),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: "stack",
          include: ["tests/{ports,sandbox,chain,indexer}/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          globalSetup: ["tests/setup/running-stack.ts"],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "attack",
          include: ["tests/attack/**/*.test.ts"],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          globalSetup: ["tests/setup/running-stack.ts"],
          fileParallelism: false,
        },
      },
    ],
  },
});
