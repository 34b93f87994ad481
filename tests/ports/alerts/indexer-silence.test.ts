import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { getAddress, pad, toHex } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedMarket } from "@/bench/seed-market";
import { getHealth } from "@/lib/features/system/get-health";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { startTestDatabase } from "../../setup/database/postgres";
import { createLonelyContext } from "../support/open-pipeline";

const RPC_URL_BASE = "http://127.0.0.1:9";
const CONTRACTS = [
  ...["poolManager", "universalRouter", "permit2", "v4Quoter", "stateView", "launchpad"],
  ...["launchHook", "feeStream", "managerFactory", "launchLens"],
];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await startTestDatabase();
  await database.db.execute(
    sql`update launch.installation set created_at = now() - interval '10 hours'`,
  );
  folder = await mkdtemp(path.join(tmpdir(), "slipway-silence-"));
  await mkdir(path.join(folder, "deployments"));
  const addresses = CONTRACTS.map((name, n) => [name, getAddress(pad(toHex(n + 1), { size: 20 }))]);
  const manifest = {
    ...{ chainId: 8_453, slug: "base", sandbox: false, startBlock: 1 },
    ...{ deployedAt: "2026-01-01T00:00:00Z", universalRouterVersion: "2.0" },
    contracts: Object.fromEntries(addresses),
  };
  await writeFile(path.join(folder, "deployments/base.json"), JSON.stringify(manifest));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The figures of the indexer that a server with these variables reports. */
async function report(variables: Record<string, string>) {
  const ctx = createLonelyContext({
    ...{ DATABASE_URL: database.url, DATA_DIR: folder, RPC_URL_BASE },
    DEPLOYMENTS_DIR: path.join(folder, "deployments"),
    ...variables,
  });
  addMetrics(ctx);
  const { text } = await ctx.metrics.render();
  const { capabilities } = await getHealth({ ctx });
  const read = (name: string) => {
    const [, value] =
      new RegExp(`^slipway_indexer_${name}\\{chain="base"\\} (\\S+)$`, "m").exec(text) ?? [];
    return value === undefined ? null : Number(value);
  };
  const tokenData = capabilities.find(({ capability }) => capability === "tokenData");
  return {
    silentSeconds: read("silent_seconds"),
    lagBlocks: read("lag_blocks"),
    tokenData: tokenData?.state,
  };
}

it("is that of the installation while a real chain was never indexed", async () => {
  const { silentSeconds, lagBlocks, tokenData } = await report({});
  expect(silentSeconds).toBeCloseTo(10 * 3_600, -2);
  expect({ lagBlocks, tokenData }).toEqual({ lagBlocks: null, tokenData: "degraded" });
  expect(await report({ SANDBOX_PARTS: "base" })).toEqual({
    ...{ silentSeconds: null, lagBlocks: null, tokenData: "ok" },
  });
});

it("is that of the latest update of a chain that was indexed", async () => {
  await seedMarket(database.db, { chainId: 8_453, tokens: 1, trades: 0, holders: 0 });
  const { silentSeconds, lagBlocks } = await report({});
  expect(silentSeconds).toBeLessThan(3_600);
  expect(lagBlocks).toBe(0);
});
