import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { blocks } from "@/lib/features/market/store/tables/tables";
import { UnsteadyNodeError } from "@/lib/indexer/node-errors";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { loadState } from "@/lib/indexer/projection/load-state";
import { reindexChain } from "@/lib/indexer/reindex-chain";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { createFixture, type Fixture } from "./support/create-fixture";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

/** A rebuild copies the rows of the live dataset, which may end early or at blocks of a fork. */
describe("rows that are copied from the dataset of a stopped indexer", { timeout: 60_000 }, () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  /** The last indexed block. */
  let tip: number;
  let node: Awaited<ReturnType<typeof startFaultyNode>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    node = await startFaultyNode(fixture.chain.rpcUrl);
    await fixture.launch({ name: "First" });
  });
  afterAll(async () => {
    await fixture.stop();
    await node.stop();
  });
  beforeEach(async () => {
    node.become({});
    await fixture.chain.test.mine({ blocks: 2 });
    const indexer = await fixture.startIndexer();
    await fixture.launch({ name: "Indexed" });
    await fixture.untilIndexed();
    await indexer.stop();
    tip = Number((await fixture.findCheckpoint())?.block);
  });

  const contextOf = (rpcUrls: readonly string[]) => ({
    log: pino({ level: "silent" }),
    clock: { now: () => new Date() },
    policy: POLICIES.real,
    deployment: toIndexedDeployment(fixture.deployment),
    reader: createChainReader({ chainId: fixture.chainId, rpcUrls }),
    datasets: fixture.datasets,
  });
  const reindex = (from: number, rpcUrls = [fixture.chain.rpcUrl]) =>
    reindexChain(contextOf(rpcUrls), { from, signal: new AbortController().signal });

  /** Only the last block keeps its hash, as when the node lags by more blocks than have one. */
  async function removeHashes(): Promise<void> {
    const { live } = await fixture.datasets.find();
    await fixture.db.delete(blocks).where(eq(blocks.datasetId, live?.id ?? 0));
  }

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
    await removeHashes();
    await fixture.chain.reorg(1);
    await expect(reindex(tip)).rejects.toThrow("Use --from 0");
    await reindex(0);
    await expectTheTruth();
  });

  it("wait for a node that does not have the last indexed block", async () => {
    await removeHashes();
    node.become({ headMax: tip - 1 });
    await expect(reindex(tip, [node.url])).rejects.toThrow(
      `The node is behind: the node does not have block ${tip}`,
    );
    const { rpcUrl } = fixture.chain;
    const ctx = contextOf([node.url, rpcUrl]);
    const [first, ...later] = fixture.deployment.generations;
    if (first === undefined) throw new Error("no contracts are deployed");
    const generations = [first, ...later, { ...first, startBlock: tip + 1 }];
    const deployment = toIndexedDeployment({ ...fixture.deployment, generations });
    await expect(loadState({ ...ctx, deployment })).rejects.toThrow(UnsteadyNodeError);
    // The next attempt uses the other node.
    const { checkpoint } = await loadState({ ...ctx, deployment });
    expect(checkpoint.block).toBe(tip);
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
