import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { blocks } from "@/lib/features/market/store/tables/tables";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { reindexChain } from "@/lib/indexer/reindex-chain";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { createFixture, type Fixture } from "./support/create-fixture";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

/** A rebuild copies the rows of the live dataset, which may end early or at blocks of a fork. */
describe("rows that are copied from the dataset of a stopped indexer", { timeout: 60_000 }, () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  /** The last indexed block. */
  let tip: number;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    await fixture.launch({ name: "First" });
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.chain.test.mine({ blocks: 2 });
    const indexer = await fixture.startIndexer();
    await fixture.launch({ name: "Indexed" });
    await fixture.untilIndexed();
    await indexer.stop();
    tip = Number((await fixture.findCheckpoint())?.block);
  });

  const reindex = (from: number) =>
    reindexChain(
      {
        log: pino({ level: "silent" }),
        clock: { now: () => new Date() },
        policy: POLICIES.real,
        deployment: toIndexedDeployment(fixture.deployment),
        reader: createChainReader({ chainId: fixture.chainId, rpcUrls: [fixture.chain.rpcUrl] }),
        datasets: fixture.datasets,
        ipfs: createEmbeddedIpfs(createStorage({ dataDir: fixture.dataDir, s3: null })),
      },
      { from, signal: new AbortController().signal },
    );

  async function expectTheTruth(): Promise<void> {
    const { live } = await fixture.datasets.find();
    const [indexed, raw] = await Promise.all([
      readMarketState(fixture.db, live?.id ?? 0),
      recompute(fixture.chain, fixture.deployment),
    ]);
    expect(indexed).toEqual(raw);
  }

  it("leave no hole before the first block that is read", async () => {
    for (const name of ["Not indexed", "Also not indexed"]) await fixture.launch({ name });
    await expect(reindex(tip + 2)).rejects.toThrow(`up to block ${tip}. Use --from ${tip + 1} or`);
    expect((await fixture.datasets.find()).building).toBeNull();
    await reindex(tip + 1);
    await expectTheTruth();
  });

  it("are none of blocks that a reorg has removed", async () => {
    await fixture.chain.reorg(1);
    await fixture.launch({ name: "Instead" });
    await expect(reindex(tip + 1)).rejects.toThrow(`Use --from ${tip} or earlier`);
    await reindex(tip);
    await expectTheTruth();
  });

  it("are none at all when no indexed block is on the chain", async () => {
    const { live } = await fixture.datasets.find();
    await fixture.db.delete(blocks).where(eq(blocks.datasetId, live?.id ?? 0));
    await fixture.chain.reorg(1);
    await expect(reindex(tip)).rejects.toThrow("Use --from 0");
    await reindex(0);
    await expectTheTruth();
  });

  it("are none of removed blocks when contracts are added", async () => {
    await fixture.chain.reorg(1);
    // The added contracts start after the removed block.
    await fixture.chain.test.mine({ blocks: 2 });
    await deployContracts({
      rpcUrl: fixture.chain.rpcUrl,
      chainId: fixture.chainId,
      slug: "base-sepolia",
      privateKey: fixture.privateKey,
      manifestPath: join(fixture.dataDir, "deployments", "base-sepolia.json"),
      sandbox: true,
      replaces: fixture.deployment.contracts.launchpad,
      log: () => undefined,
    });
    await fixture.startIndexer();
    await fixture.untilIndexed();
    await expectTheTruth();
  });
});
