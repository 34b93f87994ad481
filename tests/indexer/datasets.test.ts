import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import { datasets, tokenTerms } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints } from "@/lib/features/market/store/tables/tables";
import { followChain } from "@/lib/indexer/follow-chain";
import { createPollTimer } from "@/lib/indexer/polling/create-poll-timer";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { ReindexError, reindexChain } from "@/lib/indexer/reindex-chain";
import { openLeadership } from "@/lib/indexer/store/open-leadership";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { checkEverything } from "./support/check-everything";
import { createFixture, type Fixture } from "./support/create-fixture";
import { createHistory } from "./support/generate-history";
import { startReorgChain } from "./support/test-chains";

describe("a dataset that is rebuilt beside the live one", { timeout: 90_000 }, () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let following: Awaited<ReturnType<typeof fixture.startIndexer>>;
  let history: Awaited<ReturnType<typeof createHistory>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    history = await createHistory(fixture, 3);
  });
  afterAll(async () => {
    await fixture.stop();
  });

  const context = (rpcUrl = fixture.chain.rpcUrl) => ({
    log: pino({ level: "silent" }),
    clock: { now: () => new Date() },
    policy: POLICIES.sandbox,
    deployment: toIndexedDeployment(fixture.deployment),
    reader: createChainReader({ chainId: fixture.chainId, rpcUrls: [rpcUrl] }),
    datasets: fixture.datasets,
  });
  const reindex = (from: number) =>
    reindexChain(context(), { from, signal: new AbortController().signal });
  const listDatasets = () =>
    fixture.db.select().from(datasets).where(eq(datasets.chainId, fixture.chainId));

  it("cannot be built for a chain that was never indexed", async () => {
    await expect(reindex(0)).rejects.toThrow(ReindexError);
  });

  it("replaces the rows of an older version automatically", async () => {
    const first = await fixture.startIndexer();
    for (let i = 0; i < 4; i += 1) await history.launch();
    await history.run(4, 15);
    await fixture.untilIndexed();
    await first.stop();
    await fixture.db.update(datasets).set({ version: DATASET_VERSION - 1 });
    // The state that the older version may have left.
    await fixture.db.delete(tokenTerms);
    following = await fixture.startIndexer();
    await fixture.untilIndexed();
    expect(await following.untilSaid("rebuilt dataset is live")).toBe(true);
    await checkEverything(fixture, [...history.accounts]);
    const [live] = (await listDatasets()).filter(({ state }) => state === "live");
    expect(live).toMatchObject({ version: DATASET_VERSION });
    expect(live?.id).not.toBe(fixture.chainId);
  });

  it("has the figures of lists derived anew by a release with other rules for them", async () => {
    await following.stop();
    const read = async () =>
      JSON.stringify(
        await fixture.db
          .select({
            token: tokenRanks.token,
            top: tokenRanks.topHoldersBps,
            first: tokenRanks.firstBlockBps,
          })
          .from(tokenRanks)
          .orderBy(tokenRanks.token),
      );
    const before = await read();
    await fixture.db.update(tokenRanks).set({ topHoldersBps: 0, firstBlockBps: 0 });
    expect(await read()).not.toBe(before);
    await fixture.db.update(checkpoints).set({ ranksVersion: 0 });
    following = await fixture.startIndexer();
    const isSame = async () => (await read()) === before;
    expect(await waitUntil(isSame, { timeoutMs: 60_000 })).toBe(true);
  });

  it("is left to the newer release that derived it", async () => {
    await following.stop();
    const newer = DATASET_VERSION + 1;
    await fixture.db.update(datasets).set({ version: newer });
    const before = await listDatasets();
    const older = await fixture.startIndexer();
    expect(await older.untilSaid("a newer release has derived")).toBe(true);
    expect(await listDatasets()).toEqual(before);
    // Another process of the newer release may lead.
    const leadership = await openLeadership({
      databaseUrl: fixture.postgres().url,
      chainId: fixture.chainId,
      slug: "test",
      onNotification: () => undefined,
    });
    expect(await leadership.tryLead()).toBe(true);
    await leadership.close();
    expect(older.output()).toContain("npm run reindex -- --chain");
  });

  it("is read again by the earlier release when the operator asks for it", async () => {
    const head = Number(await fixture.chain.client.getBlockNumber({ cacheTime: 0 }));
    await expect(reindex(head - 1)).rejects.toThrow("Use --from 0");
    await reindex(0);
    expect((await fixture.datasets.find()).live?.version).toBe(DATASET_VERSION);
    // The indexer that stood by follows the chain again.
    await history.run(1, 5);
    await fixture.untilIndexed();
    await checkEverything(fixture, [...history.accounts]);
  });

  it.each([
    ["the first block", 0],
    ["the middle", 0.5],
  ])("rebuilds from %s while the indexer follows the chain", async (_, part) => {
    const { live: before } = await fixture.datasets.find();
    const head = Number(await fixture.chain.client.getBlockNumber({ cacheTime: 0 }));
    const [, busy] = await Promise.allSettled([
      reindex(Math.floor(head * part)),
      history.run(3, 10),
    ]);
    expect(busy.status).toBe("fulfilled");
    const { live } = await fixture.datasets.find();
    expect(live?.id).not.toBe(before?.id);
    await history.run(2, 10);
    await checkEverything(fixture, [...history.accounts]);
    // Replaced rows are removed in batches.
    const alone = await waitUntil(async () => (await listDatasets()).length === 1, {
      timeoutMs: 60_000,
    });
    expect(alone).toBe(true);
  });

  it("copies no rows whose transfers the indexer removed, and reads the whole chain instead", async () => {
    const head = Number(await fixture.chain.client.getBlockNumber({ cacheTime: 0 }));
    const stop = new AbortController();
    const policy = { ...POLICIES.sandbox, keepBlocks: 1, keepTransfersSeconds: 0 };
    const following = followChain(
      { ...context(), policy },
      {
        signal: stop.signal,
        pollTimer: createPollTimer(),
        onCaughtUp: () => undefined,
        onLaunch: () => undefined,
      },
    );
    const removed = await waitUntil(
      async () => {
        const [row] = await fixture.db.select().from(checkpoints);
        return (row?.transfersFrom ?? 0) > head / 2;
      },
      { timeoutMs: 60_000 },
    );
    stop.abort();
    await following;
    expect(removed).toBe(true);
    await expect(reindex(Math.floor(head / 2))).rejects.toThrow(/^Block \d+ is too old\./);
    expect((await fixture.datasets.find()).building).toBeNull();
    await reindex(0);
    await checkEverything(fixture, [...history.accounts]);
  });

  describe("with a node that fails", () => {
    let node: Awaited<ReturnType<typeof startFaultyNode>>;
    beforeAll(async () => {
      node = await startFaultyNode(fixture.chain.rpcUrl);
    });
    afterEach(() => node.become({}));
    afterAll(() => node.stop());
    /** Ranges instead of single blocks, as far below the head of a long chain. */
    const policy = { ...POLICIES.sandbox, liveBlocks: 1 };
    const rebuild = (signal: AbortSignal) =>
      reindexChain({ ...context(node.url), policy }, { from: 0, signal });

    it("continues after refused ranges and lost connections", async () => {
      const { live: before } = await fixture.datasets.find();
      let cuts = 2;
      const breaks = (method: string) =>
        method === "eth_getLogs" && cuts-- > 0 ? ("before" as const) : undefined;
      node.become({ blocksMax: 10, breaks });
      await rebuild(new AbortController().signal);
      expect(node.refusals()).toBeGreaterThan(0);
      expect((await fixture.datasets.find()).live?.id).not.toBe(before?.id);
      await checkEverything(fixture, [...history.accounts]);
    });

    it("uses the next node when the first one lags, and does not poll it without a pause", async () => {
      const { live: before } = await fixture.datasets.find();
      node.become({ headMax: Number((await fixture.findCheckpoint())?.block) - 1 });
      const rpcUrls = [node.url, fixture.chain.rpcUrl];
      const reader = createChainReader({ chainId: fixture.chainId, rpcUrls });
      const requests = node.batches.length;
      const signal = AbortSignal.timeout(20_000);
      await reindexChain({ ...context(), reader, policy: POLICIES.real }, { from: 0, signal });
      expect((await fixture.datasets.find()).live?.id).not.toBe(before?.id);
      expect(node.batches.length - requests).toBeLessThan(500);
    });

    it("ends when the operator stops it, without a new dataset", async () => {
      const before = await fixture.datasets.find();
      const stop = new AbortController();
      node.become({
        breaks(method) {
          if (method !== "eth_getLogs") return undefined;
          stop.abort(new Error("stopped"));
          return "before";
        },
      });
      await expect(rebuild(stop.signal)).rejects.toThrow("stopped");
      expect(await fixture.datasets.find()).toEqual(before);
    });
  });
});
