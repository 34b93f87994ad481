import { sql } from "drizzle-orm";
import { base36 } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { CID as Cid } from "multiformats/cid";
import { toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { createAssetStore, REMOVED_AT_ONCE } from "@/lib/features/media/store/create-asset-store";
import { createContentChanges } from "@/lib/features/media/store/create-content-changes";
import { createContentStore } from "@/lib/features/media/store/create-content-store";
import { assets, content, contentChanges, videos } from "@/lib/features/media/store/tables";
import { transactions } from "@/lib/features/transactions/store/tables";
import { contentKey } from "@/lib/shared/cid";
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
  for (const table of [assets, contentChanges, transactions, tokens, videos])
    await database.db.delete(table);
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
});

describe("many unused uploads and launches", () => {
  const WEEK = 7 * 24 * 60 * 60 * 1000;
  const UPLOADS = 2 * REMOVED_AT_ONCE + 500;
  const LAUNCHES = 6_000;

  /** Rows of launches that were read without an index. */
  async function countScanned(): Promise<number> {
    const { rows } = await database.db.execute<{ rows: number }>(
      sql`select seq_tup_read::int as rows from pg_stat_user_tables
        where schemaname = 'launch' and relname = 'transactions'`,
    );
    return rows[0]?.rows ?? Number.NaN;
  }

  it("are compared by an index or once: no query reads all launches for each upload", async () => {
    await database.db.execute(sql`
      insert into launch.transactions
        (id, kind, chain, realm, chain_realm, state, payload, created_at, touched_at)
      select 'job' || n, 'launch', 'base', 'live', 'live', 'completed', jsonb_build_object('token',
        jsonb_build_object('imageIpfs', 'image' || n), 'tokenUri', 'ipfs://uri' || n), ${now()}, ${now()}
      from generate_series(1, ${LAUNCHES}) as n`);
    await database.db.execute(sql`
      insert into media.assets (kind, key, size_bytes, is_settled, created_at)
      select 'content', 'unused' || n, 1, true, ${now()}::timestamptz from generate_series(1, ${UPLOADS}) as n
      union all select 'content', used, 1, true, ${now()}::timestamptz from unnest(array['image1', ${`uri${LAUNCHES}`}]) as used`);
    await database.db.execute(sql`analyze launch.transactions, media.assets`);
    const db = createDatabase({ url: database.url, connectionsMax: 1, onError: () => undefined });
    const flush = () => db.execute(sql`select pg_stat_force_next_flush()`);
    await flush();
    const before = await countScanned();
    const store = createAssetStore(db, UPLOADS + 2, now);
    const other = { kind: "content", key: "other", sizeBytes: UPLOADS, isSettled: true } as const;
    clock += WEEK;
    try {
      expect(await store.hasRoom(UPLOADS)).toBe(true);
      expect(await store.hasRoom(UPLOADS + 1)).toBe(false);
      expect(await store.reserve({ ...other, sizeBytes: UPLOADS + 1 }, [])).toBe("full");
      expect(await store.removeUnused(now())).toHaveLength(REMOVED_AT_ONCE);
      expect(await store.reserve(other, [])).toHaveLength(UPLOADS - REMOVED_AT_ONCE);
      await flush();
      // A query may read all of them once and compare with a hash table.
      expect((await countScanned()) - before).toBeLessThan(100 * LAUNCHES);
    } finally {
      await db.$client.end();
    }
  });
});

describe("a change of stored content", () => {
  const CID = "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD";
  const AS_V1 = Cid.parse(CID).toV1();
  const LAUNCHED = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
  const OTHER = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
  const upload = { kind: "content", key: CID, sizeBytes: 60, isSettled: true } as const;
  const store = () => createAssetStore(database.db, 100, now);
  const changes = () => createContentChanges(database.db, now);
  const WEEK = 7 * 24 * 60 * 60 * 1000;
  async function applied(): Promise<string[]> {
    const done: string[] = [];
    for (const key of await changes().listDue(10)) {
      await changes().apply(key, async (change) => {
        done.push(`${change} ${key}`);
        return true;
      });
    }
    return done;
  }

  it("follows an unused upload, and one that makes room", async () => {
    const { db } = database;
    await store().reserve(upload, []);
    const contents = createContentStore(db, now, "live");
    for (const cid of [CID, LAUNCHED]) await contents.approve(cid);
    clock += WEEK;
    expect(await store().removeUnused(now())).toHaveLength(1);
    await store().reserve({ ...upload, key: OTHER }, []);
    clock += WEEK;
    expect(await store().reserve({ ...upload, key: "new" }, [])).toHaveLength(1);
    expect(await applied()).toEqual([`remove ${CID}`, `remove ${OTHER}`]);
    // Nothing of it is left.
    expect(await db.select({ cid: content.cid }).from(content)).toEqual([
      { cid: contentKey(LAUNCHED) },
    ]);
    expect(await applied()).toEqual([]);
  });

  it("is repeated after a failure, behind the others", async () => {
    await changes().request(database.db, CID, "withdraw");
    const fail = () => Promise.reject(new Error("the provider is down"));
    await expect(changes().apply(CID, fail)).rejects.toThrow("the provider is down");
    await changes().postpone(CID);
    expect(await applied()).toEqual([]);
    clock += WEEK;
    await changes().request(database.db, OTHER, "withdraw");
    expect(await applied()).toEqual([`withdraw ${OTHER}`, `withdraw ${CID}`]);
  });

  it("publishes what was uploaded or launched before its removal, in any spelling of its CID", async () => {
    const removeUnused = async () => {
      await store().reserve(upload, []);
      clock += WEEK;
      await store().removeUnused(now());
    };
    await removeUnused();
    await store().reserve(upload, []);
    expect(await applied()).toEqual([`publish ${CID}`]);
    for (const [image, tokenUri] of [
      [CID, "ipfs://other"],
      ["bafybeihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa", "ipfs://other"],
      [AS_V1.toString(base58btc), "ipfs://other"],
      [AS_V1.toString(base36), "ipfs://other"],
      ["other", `ipfs://${CID}`],
    ] as const) {
      await removeUnused();
      await insertJob(image, tokenUri);
      expect(await applied()).toEqual([`publish ${CID}`]);
      await database.db.delete(transactions);
    }
    await removeUnused();
    expect(await applied()).toEqual([`remove ${CID}`]);
  });

  it("delays no other upload while its store does not respond, and loses no later request", async () => {
    await changes().request(database.db, CID, "remove");
    await changes().request(database.db, OTHER, "withdraw");
    let respond = () => {};
    const silent = new Promise<boolean>((resolve) => {
      respond = () => resolve(true);
    });
    let begun = 0;
    const wait = () => {
      begun += 1;
      return silent;
    };
    const removing = changes().apply(CID, wait);
    const withdrawing = changes().apply(OTHER, wait);
    await expect.poll(() => begun).toBe(2);
    await store().reserve({ kind: "video", key: "v", sizeBytes: 1, isSettled: true }, []);
    await store().reserve({ ...upload, key: "new" }, []);
    await changes().request(database.db, OTHER, "publish");
    const again = store().reserve(upload, []);
    respond();
    await Promise.all([removing, withdrawing, again]);
    expect(await applied()).toEqual([`publish ${OTHER}`]);
  });

  it("is replaced by a later one; a removal stays", async () => {
    await changes().request(database.db, CID, "withdraw");
    await changes().request(database.db, CID, "publish");
    expect(await applied()).toEqual([`publish ${CID}`]);
    await changes().request(database.db, CID, "remove");
    await changes().request(database.db, CID, "publish");
    expect(await applied()).toEqual([`remove ${CID}`]);
  });
});

describe("the video of a prepared launch that was recorded as failed", () => {
  const HOUR = 60 * 60 * 1000;
  const store = () => createAssetStore(database.db, 100, now);
  const usedAt = async () => (await database.db.select().from(assets))[0]?.usedAt;
  /** Marks videos as the background task does before it removes unused uploads. */
  async function mark() {
    await store().markLaunchedVideos();
    await store().releaseUnsentVideos();
  }
  beforeEach(async () => {
    await store().reserve({ kind: "video", key: "v", sizeBytes: 30, isSettled: true }, []);
    await store().markUsed({ kind: "video", key: "v" });
    const payload = { token: { video: { uid: "v" } }, tokenUri: "ipfs://metadata" };
    await database.db.execute(sql`
      insert into launch.transactions
        (id, kind, chain, realm, chain_realm, state, payload, created_at, touched_at)
      values ('unsent', 'prepared_launch', 'base', 'live', 'live', 'failed',
        ${JSON.stringify(payload)}::jsonb, now(), now())`);
    clock += 2 * HOUR;
  });

  it("is unused while no token has its metadata", async () => {
    await insertToken("image", "ipfs://other");
    await mark();
    expect(await usedAt()).toBeNull();
  });

  it("stays when its token is indexed, also when that is late", async () => {
    await mark();
    expect(await usedAt()).toBeNull();
    await insertToken("image", "ipfs://metadata");
    clock += HOUR;
    for (let n = 0; n < 2; n += 1) {
      await mark();
      expect(await usedAt()).toEqual(expect.any(Date));
      clock += 2 * HOUR;
    }
  });
});
