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
    chainId: 8_453,
    slug: "base",
    sandbox: false,
    startBlock: 1,
    deployedAt: "2026-01-01T00:00:00Z",
    universalRouterVersion: "2.0",
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
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RPC_URL_BASE,
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
    rebuiltBlock: read("rebuilt_block"),
    tokenData: tokenData?.state,
    reasons: capabilities.map(({ reason }) => reason),
  };
}

it("is that of the installation while a real chain was never indexed", async () => {
  const { silentSeconds, lagBlocks, tokenData } = await report({});
  expect(silentSeconds).toBeCloseTo(10 * 3_600, -2);
  expect({ lagBlocks, tokenData }).toEqual({ lagBlocks: null, tokenData: "degraded" });
  expect(await report({ SANDBOX_PARTS: "base" })).toMatchObject({
    silentSeconds: null,
    lagBlocks: null,
    tokenData: "ok",
  });
});

it("is that of the latest update of a chain that was indexed", async () => {
  await seedMarket(database.db, { chainId: 8_453, tokens: 1, trades: 0, holders: 0 });
  const { silentSeconds, lagBlocks } = await report({});
  expect(silentSeconds).toBeLessThan(3_600);
  expect(lagBlocks).toBe(0);
});

it("does not count blocks that lack the configured confirmations", async () => {
  await database.db.execute(sql`update market.checkpoints set head = block + 200`);
  expect((await report({})).lagBlocks).toBe(200);
  expect((await report({ CONFIRMATIONS_BASE: "150" })).lagBlocks).toBe(50);
  expect((await report({ CONFIRMATIONS_BASE: "300" })).lagBlocks).toBe(0);
});

it("ends while an update rebuilds the data, and health says how far it is", async () => {
  await database.db.execute(
    sql`update market.checkpoints set updated_at = now() - interval '1 hour'`,
  );
  expect((await report({})).silentSeconds).toBeGreaterThan(3_500);
  await database.db.execute(sql`
    insert into market.datasets (id, chain_id, state, version) values (9, 8453, 'building', 1)`);
  await database.db.execute(sql`
    insert into market.checkpoints (dataset_id, genesis_hash, deployment, block, block_hash, block_time, head, updated_at)
    select 9, genesis_hash, deployment, 7, block_hash, block_time, head + 5, now() from market.checkpoints`);
  const found = await report({});
  expect(found).toMatchObject({ rebuiltBlock: 7, tokenData: "degraded" });
  expect(found.silentSeconds).toBeLessThan(60);
  expect(found.reasons).toContainEqual(
    expect.stringMatching(/^The data of Base is being rebuilt: block 7 of \d+\.$/),
  );
});

it("is reported when the indexer ends during the rebuild", async () => {
  await database.db.execute(sql`
    update market.checkpoints set updated_at = updated_at - interval '1 hour'`);
  const found = await report({});
  expect(found.silentSeconds).toBeGreaterThan(3_500);
  expect(found.tokenData).toBe("degraded");
  expect(found.reasons).not.toContainEqual(expect.stringContaining("being rebuilt"));
});

it("is that of the live data while a new one is built beside it", async () => {
  await database.db.execute(sql`update market.checkpoints set updated_at = now()`);
  expect((await report({})).rebuiltBlock).toBeNull();
});
