import { toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { createAssetStore } from "@/lib/features/media/store/create-asset-store";
import { assets, videos } from "@/lib/features/media/store/tables";
import { transactions } from "@/lib/features/transactions/store/tables";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let clock = 0;
const now = () => new Date(clock);
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const HASH = toHex(1, { size: 32 });

beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  for (const table of [assets, transactions, tokens, videos]) await database.db.delete(table);
  clock = 0;
});
afterAll(() => database.stop());

async function insertJob(imageIpfs: string, tokenUri: string): Promise<void> {
  await database.db.insert(transactions).values({
    id: "job",
    kind: "launch",
    chain: "base",
    realm: "live",
    chainRealm: "live",
    state: "failed",
    payload: {
      token: { name: "T", symbol: "T", description: "", imageIpfs },
      tokenUri,
      creator: WALLET,
      creatorIdentity: null,
      treasury: { kind: "none" },
      feeShareBps: 8000,
      marketCapUsdc: 4_000_000_000n,
      launchId: HASH,
      expectedAddress: WALLET,
    },
    createdAt: now(),
    touchedAt: now(),
  });
}

async function insertToken(image: string, tokenUri: string): Promise<void> {
  await database.db.insert(tokens).values({
    datasetId: 8453,
    address: WALLET,
    poolId: HASH,
    name: "T",
    symbol: "T",
    tokenUri,
    image,
    creator: WALLET,
    owner: WALLET,
    managerKind: "none",
    launcher: WALLET,
    launchId: HASH,
    createdAt: 0,
    createdBlock: 0,
    createdLogIndex: 0,
    startTime: 0,
    supplyWei: 1n,
    sqrtPriceX96: 1n,
    tick: 0,
    metadataState: "resolved",
    marketCapWei: 1n,
    startingMarketCapWei: 1n,
  });
}

async function insertVideo(thumbnailCid: string, isRemoved = false): Promise<void> {
  await database.db.insert(videos).values({
    uid: "v",
    provider: "embedded",
    state: isRemoved ? "error" : "nsfw_approved",
    isRemoved,
    userId: "u",
    durationSecondsMax: 300,
    sizeBytesMax: 1,
    createdAt: now(),
    expiresAt: now(),
    touchedAt: now(),
    thumbnailCid,
  });
}

describe("uploaded content under the budget", () => {
  const store = () => createAssetStore(database.db, 100, now);
  const HOUR = 60 * 60 * 1000;
  const enter = async (...keys: string[]) => {
    for (const key of keys) {
      clock += 1000;
      expect(
        await store().reserve({ kind: "content", key, sizeBytes: 30, isSettled: true }, []),
      ).toEqual([]);
    }
  };
  const wanted = { kind: "content", key: "wanted", sizeBytes: 30, isSettled: true } as const;

  it("stays for an hour for its launch, then is removed oldest first", async () => {
    await enter("a", "b", "c");
    expect(await store().reserve(wanted, [])).toBe("full");
    expect(await store().hasRoom(30)).toBe(false);
    clock += HOUR;
    expect(await store().hasRoom(100)).toBe(true);
    expect(await store().reserve(wanted, [])).toEqual([{ kind: "content", key: "a" }]);
  });

  it("is renewed when it is uploaded again", async () => {
    await enter("a", "b", "c");
    clock += HOUR;
    await enter("a");
    expect(await store().reserve(wanted, [])).toEqual([{ kind: "content", key: "b" }]);
  });

  it("stays when a launch job references it as image or metadata", async () => {
    await enter("image", "metadata", "free");
    await insertJob("image", "ipfs://metadata");
    clock += 2 * HOUR;
    expect(await store().reserve(wanted, [])).toEqual([{ kind: "content", key: "free" }]);
    clock += 2 * HOUR;
    expect(await store().reserve({ ...wanted, key: "more", sizeBytes: 50 }, [])).toBe("full");
    await database.db.delete(transactions);
    expect(await store().reserve({ ...wanted, key: "more", sizeBytes: 50 }, [])).not.toBeNull();
  });

  it("stays when a token or a video references it", async () => {
    await enter("image", "metadata", "thumbnail");
    await insertVideo("thumbnail");
    await insertToken("image", "ipfs://metadata");
    clock += 2 * HOUR;
    expect(await store().reserve(wanted, [])).toBe("full");
  });

  it("is removed with the video that references it", async () => {
    await enter("free", "thumbnail", "younger");
    await insertVideo("free", true);
    clock += 2 * HOUR;
    expect(await store().reserve(wanted, [])).toEqual([{ kind: "content", key: "free" }]);
  });

  it("is not removed while it is uploaded again", async () => {
    await enter("a");
    let removed = 0;
    const remove = async () => {
      removed += 1;
    };
    await store().unlessRecorded({ kind: "content", key: "a" }, remove);
    await store().unlessRecorded({ kind: "content", key: "gone" }, remove);
    expect(removed).toBe(1);
  });
});
