import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { buildTokenMetadata } from "@/lib/features/launch/rules/token-metadata";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { CheckpointMovedError } from "@/lib/indexer/store/dataset-types";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createFixture, type Fixture } from "./support/create-fixture";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

const IMAGE = "QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn";

describe("indexer start and rebuild", () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
  });
  afterAll(async () => {
    await fixture.stop();
  });

  it("lists a token before its metadata is available, and completes it later", async () => {
    const indexer = await fixture.startIndexer();
    const ipfs = createEmbeddedIpfs(createStorage({ dataDir: fixture.dataDir, s3: null }));
    const document = buildTokenMetadata({
      name: "Late",
      symbol: "LATE",
      description: "Here it is.",
      imageIpfs: IMAGE,
      websiteUrl: "https://late.example/",
    });
    const tokenUri = `ipfs://${await ipfs.cidOf(document)}`;
    const { token } = await fixture.launch({ name: "Late", tokenUri });
    await fixture.untilIndexed();
    const read = async () => {
      const [row] = await fixture.db.select().from(tokens).where(eq(tokens.tokenUri, tokenUri));
      return row;
    };
    expect(await read()).toMatchObject({ metadataState: "pending", description: null });
    await ipfs.add(document);
    const row = await waitUntil(
      async () => ((await read())?.metadataState === "resolved" ? await read() : null),
      { timeoutMs: 10_000 },
    );
    expect(row).toMatchObject({
      address: token,
      description: "Here it is.",
      image: IMAGE,
      website: "https://late.example/",
      twitter: null,
    });

    // Another token with the same document, as after a reorg or a rebuild, has its metadata from
    // the start.
    await fixture.launch({ name: "Again", tokenUri });
    await fixture.untilIndexed();
    const rows = await fixture.db.select().from(tokens).where(eq(tokens.tokenUri, tokenUri));
    expect(rows.map((token) => token.description)).toEqual(["Here it is.", "Here it is."]);
    await indexer.stop();
  });

  it("stops requesting a document that is not token metadata", async () => {
    const indexer = await fixture.startIndexer();
    const { token } = await fixture.launch({ name: "Web", tokenUri: "https://tracker.example/" });
    const state = await waitUntil(
      async () => {
        const rows = await fixture.db.select().from(tokens);
        return rows.find((row) => row.address === token)?.metadataState === "failed";
      },
      { timeoutMs: 5_000 },
    );
    expect(state).toBe(true);
    await indexer.stop();
  });

  it("rejects a batch or a rollback from a stale checkpoint", async () => {
    const checkpoint = await fixture.findCheckpoint();
    if (checkpoint === null) throw new Error("no checkpoint");
    const { block, time } = checkpoint;
    const stale = { block, time, hash: `0x${"ab".repeat(32)}` } as const;
    const batch = {
      expected: stale,
      next: { ...stale, block: block + 1 },
      head: block + 1,
      blocks: [],
      keepBlocksFrom: 0,
      touched: { tokens: [], managers: [], walked: [], holders: [] },
      derive: () => {
        throw new Error("nothing is derived");
      },
    };
    const store = fixture.datasets.store(fixture.chainId);
    await expect(store.applyBatch(batch)).rejects.toThrow(CheckpointMovedError);
    await expect(store.rollBack({ expected: stale, to: stale })).rejects.toThrow(
      CheckpointMovedError,
    );
    expect(await fixture.findCheckpoint()).toEqual(checkpoint);
  });

  it("rebuilds from zero when the RPC address serves another chain", async () => {
    const elsewhere = await createFixture(startReorgChain);
    try {
      await elsewhere.launch({ name: "Other chain" });
      const indexer = await elsewhere.startIndexer({ DATABASE_URL: fixture.postgres().url });
      const row = await waitUntil(
        async () => {
          const [checkpoint, head] = await Promise.all([
            fixture.findCheckpoint(),
            elsewhere.chain.client.getBlock(),
          ]);
          return checkpoint?.hash === head.hash;
        },
        { timeoutMs: 10_000 },
      );
      expect(row).toBe(true);
      const indexed = await readMarketState(fixture.db, fixture.chainId);
      expect(indexed).toEqual(await recompute(elsewhere.chain, elsewhere.deployment));
      expect(Object.values(indexed).map((token) => token.name)).toEqual(["Other chain"]);
      expect(await indexer.untilSaid("rebuilding")).toBe(true);
      await indexer.stop();
    } finally {
      await elsewhere.stop();
    }
  });
});
