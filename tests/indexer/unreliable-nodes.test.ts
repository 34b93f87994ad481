import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkpoints } from "@/lib/features/market/store/tables/tables";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startAnvil } from "../setup/chain/anvil";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { createFixture, type Fixture } from "./support/create-fixture";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

/** More blocks than are read one by one, so that the oldest are read as ranges. */
const OLD_BLOCKS = 700;
/** The logs of one launch fit, those of two do not. */
const LAUNCH_LOGS_MAX = 6;

/** The indexer with faulty providers: it continues or waits, and never stores wrong data. */
describe("an indexer whose nodes are unreliable", () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let first: Awaited<ReturnType<typeof startFaultyNode>>;
  let second: Awaited<ReturnType<typeof startFaultyNode>>;
  let indexer: Awaited<ReturnType<typeof fixture.startIndexer>>;

  /** As for a real chain, where a node may lag. */
  const start = () =>
    fixture.startIndexer({
      SANDBOX_PARTS: "",
      DEPLOYMENTS_DIR: join(fixture.dataDir, "deployments"),
      RPC_URL_BASE_SEPOLIA: `${first.url},${second.url}`,
    });

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    first = await startFaultyNode(fixture.chain.rpcUrl);
    second = await startFaultyNode(fixture.chain.rpcUrl);
    await fixture.launch({ name: "Early" });
    await fixture.chain.test.mine({ blocks: OLD_BLOCKS });
  });
  afterEach(() => {
    first.become({});
    second.become({});
  });
  afterAll(async () => {
    await fixture.stop();
    await Promise.all([first.stop(), second.stop()]);
  });

  async function expectTheTruth(): Promise<void> {
    await fixture.untilIndexed();
    const [indexed, raw] = await Promise.all([
      readMarketState(fixture.db, fixture.chainId),
      recompute(fixture.chain, fixture.deployment),
    ]);
    expect(indexed).toEqual(raw);
  }

  async function readPoll(): Promise<{ head: number; updatedAt: Date }> {
    const [poll] = await fixture.db
      .select({ head: checkpoints.head, updatedAt: checkpoints.updatedAt })
      .from(checkpoints);
    if (poll === undefined) throw new Error("The indexer has no checkpoint");
    return poll;
  }

  it("adapts block ranges and batch sizes to the nodes' limits", async () => {
    for (const node of [first, second]) node.become({ blocksMax: 50, batchMax: 10 });
    indexer = await start();
    await expectTheTruth();
    expect(first.refusals() + second.refusals()).toBeGreaterThan(0);
    const spans = [...first.spans, ...second.spans];
    expect(Math.max(...spans)).toBeLessThanOrEqual(50);
    // Halved only as often as needed: about a hundred blocks, not one at a time.
    expect(Math.max(...spans)).toBeGreaterThan(12);
    expect(Math.max(...first.batches, ...second.batches)).toBe(10);
  });

  it("reads fewer blocks near the head at once when the node limits the logs of a request", async () => {
    await indexer.stop();
    for (let i = 0; i < 6; i += 1) await fixture.launch({ name: `Pause ${i}` });
    for (const node of [first, second]) node.become({ logsMax: LAUNCH_LOGS_MAX });
    const before = first.refusals() + second.refusals();
    indexer = await start();
    await expectTheTruth();
    expect(first.refusals() + second.refusals()).toBeGreaterThan(before);
  });

  it.each(["first", "second"])("continues while the %s is down", async (down) => {
    (down === "first" ? first : second).become({ isDown: true });
    await fixture.launch({ name: `Without the ${down}` });
    await expectTheTruth();
  });

  it("ignores a node of another chain", async () => {
    await indexer.stop();
    first.become({ chainId: 8_453 });
    indexer = await start();
    await fixture.launch({ name: "Of this chain" });
    await expectTheTruth();
    expect(indexer.output()).toContain("RPC address 1 serves chain 8453, not 84532");
  });

  it("waits while all nodes serve another chain with the same id, and reverts nothing", async () => {
    const twin = await startAnvil({ genesisTime: 1_700_000_000 });
    try {
      const before = await fixture.findCheckpoint();
      for (const node of [first, second]) node.become({ upstream: () => twin.rpcUrl });
      expect(await indexer.untilSaid("RPC address 2 serves another chain with id 84532")).toBe(
        true,
      );
      expect(await fixture.findCheckpoint()).toEqual(before);
      for (const node of [first, second]) node.become({});
      await fixture.launch({ name: "Of the same chain" });
      await expectTheTruth();
      expect(indexer.output()).not.toContain("rebuilding");
      expect(indexer.output()).not.toContain("rolling back a reorg");
    } finally {
      await twin.stop();
    }
  });

  it("waits for lagging nodes and reverts nothing", async () => {
    const { token } = await fixture.launch({ name: "Known" });
    await expectTheTruth();
    const before = await fixture.findCheckpoint();
    for (const node of [first, second]) node.become({ headMax: Number(before?.block) - 20 });
    expect(await indexer.untilSaid("node is behind the indexer; waiting")).toBe(true);
    const poll = await readPoll();
    expect(await fixture.findCheckpoint()).toEqual(before);
    expect(await readMarketState(fixture.db, fixture.chainId)).toHaveProperty(token);
    // Market sites have read the blocks that are final by this head.
    const isPolled = async () => (await readPoll()).updatedAt > poll.updatedAt;
    expect(await waitUntil(isPolled, { timeoutMs: 20_000 })).toBe(true);
    expect((await readPoll()).head).toBeGreaterThanOrEqual(Number(before?.block));
    for (const node of [first, second]) node.become({});
    await fixture.launch({ name: "After the wait" });
    await expectTheTruth();
    expect(indexer.output()).not.toContain("rolling back a reorg");
  });

  it("leaves a lagging node that it uses because the first one failed once", async () => {
    const before = await fixture.findCheckpoint();
    const countWaits = () => indexer.output().split("node is behind the indexer; waiting").length;
    const waits = countWaits();
    second.become({ headMax: Number(before?.block) - 20 });
    first.become({ isDown: true });
    expect(await waitUntil(() => countWaits() > waits, { timeoutMs: 10_000 })).toBe(true);
    first.become({});
    await fixture.launch({ name: "Beyond the lagging node" });
    await expectTheTruth();
  });

  it("rolls back only the removed blocks while a node lacks the newest ones", async () => {
    await fixture.launch({ name: "Removed" });
    await expectTheTruth();
    const before = await fixture.findCheckpoint();
    const blockMax = Number(before?.block) - 20;
    for (const node of [first, second]) node.become({ blockMax });
    await fixture.chain.reorg(1);
    expect(await indexer.untilSaid(`the node does not have block ${before?.block}`)).toBe(true);
    for (const node of [first, second]) node.become({});
    await expectTheTruth();
    expect(indexer.output()).toMatch(/"depth":1\D.*rolling back a reorg/);
    expect(indexer.output()).not.toMatch(/"depth":(?!1\D).*rolling back a reorg/);
  });

  it("recovers after all nodes were unavailable", async () => {
    for (const node of [first, second]) node.become({ isDown: true });
    expect(await indexer.untilSaid("indexing failed; retrying")).toBe(true);
    await fixture.launch({ name: "Meanwhile" });
    for (const node of [first, second]) node.become({});
    await expectTheTruth();
  });
});
