import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Address, getAddress, pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainable } from "@/bench/explain";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import type { Market } from "@/lib/features/market/store/create-market";
import { createMarket } from "@/lib/features/market/store/create-market";
import { candles, datasets } from "@/lib/features/market/store/tables/series-tables";
import { balances, tokens } from "@/lib/features/market/store/tables/tables";
import type { PostgresServer } from "@/sandbox/postgres/start-postgres";
import { startMigrated } from "../../setup/database/migrated-cluster";

const CHAIN = 84_532;
const COUNT = 20_000;
const addressOf = (n: number): Address => getAddress(pad(toHex(n), { size: 20 }));
const SERVICE = addressOf(1);
const MANAGER = addressOf(2);
const HOLDER = addressOf(3);
const NOBODY = addressOf(4);

/** Most tokens belong to the service; some have a manager, a few were transferred. */
const seed = Array.from({ length: COUNT }, (_, i) => {
  const manager = i % 100 === 7 ? MANAGER : null;
  const owner = manager ?? (i % 500 === 3 ? HOLDER : i % 3 === 0 ? addressOf(1_000 + i) : SERVICE);
  return {
    datasetId: CHAIN,
    address: addressOf((i * 7_919) % 1_000_003),
    poolId: pad(toHex(i), { size: 32 }),
    name: `Token ${i}`,
    symbol: "T",
    tokenUri: `ipfs://${i}`,
    creator: i % 3 === 0 ? addressOf(1_000 + i) : SERVICE,
    owner,
    manager,
    managerKind: "none" as const,
    launcher: SERVICE,
    launchId: pad(toHex(i), { size: 32 }),
    createdAt: 1_700_000_000 + i,
    createdBlock: Math.floor(i / 2),
    createdLogIndex: i % 2,
    startTime: 0,
    supplyWei: 1n,
    sqrtPriceX96: 1n,
    tick: 0,
    // Many equal values, to test ties.
    marketCapWei: BigInt((i * 31) % 700) * 10n ** 15n,
    volume24hWei: BigInt((i * 17) % 300) * 10n ** 15n,
    priceChange24hE6: BigInt(((i * 13) % 500) - 250),
    startingMarketCapWei: 1n,
    metadataState: "resolved" as const,
  };
});

/** Orders by the bytes of addresses. */
const inOrder = (a: Address, b: Address) => a.toLowerCase().localeCompare(b.toLowerCase());
type Seeded = (typeof seed)[0];
const largestFirst = (key: "marketCapWei" | "volume24hWei" | "priceChange24hE6") =>
  function compare(a: Seeded, b: Seeded): number {
    if (a[key] === b[key]) return inOrder(a.address, b.address);
    return a[key] > b[key] ? -1 : 1;
  };
const COMPARE = {
  marketCap: largestFirst("marketCapWei"),
  volume24h: largestFirst("volume24hWei"),
  priceChange24h: largestFirst("priceChange24hE6"),
  newest: (a: Seeded, b: Seeded) =>
    b.createdBlock - a.createdBlock || b.createdLogIndex - a.createdLogIndex,
};

type Filter = Pick<Parameters<Market["listTokens"]>[0], "manager" | "ownerAddress">;
const FILTERS: [string, Filter][] = [
  ["no filter", {}],
  ["a manager", { manager: MANAGER }],
  ["the wallet that made most of them", { ownerAddress: SERVICE }],
  ["a holder of fee streams", { ownerAddress: HOLDER }],
  ["a manager as owner", { ownerAddress: MANAGER }],
  ["both", { manager: MANAGER, ownerAddress: SERVICE }],
  ["nobody", { ownerAddress: NOBODY }],
];

describe("Data API lists", () => {
  let postgres: PostgresServer;
  let dataDir: string;
  let pool: pg.Pool;
  let market: Market;
  let explainer: ReturnType<typeof explainable>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "market-queries-"));
    postgres = await startMigrated({ dataDir });
    pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
    pool.on("error", () => undefined);
    explainer = explainable(pool);
    const { db } = explainer;
    await db.insert(datasets).values({ id: CHAIN, chainId: CHAIN, state: "live", version: 1 });
    await insertRows(db, tokens, seed);
    await db
      .update(tokens)
      .set({ holders: 2_000 })
      .where(eq(tokens.address, seed[0]?.address ?? NOBODY));
    const [first] = seed;
    if (first === undefined) throw new Error("nothing to seed");
    await insertRows(
      db,
      balances,
      Array.from({ length: 2_000 }, (_, i) => ({
        datasetId: CHAIN,
        token: first.address,
        holder: addressOf(i + 10),
        amountWei: BigInt(1 + (i % 50)),
      })),
    );
    await db.execute(sql`analyze`);
    market = createMarket(db);
  });
  afterAll(async () => {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs `ask` and returns its result and the plan of its only statement. */
  async function explain<T>(ask: () => Promise<T>): Promise<{ result: T; plan: string }> {
    const results: T[] = [];
    const plans = await explainer.plansOf(async () => results.push(await ask()));
    const [result] = results;
    const [plan] = plans;
    if (result === undefined || plan === undefined || plans.length > 1) {
      throw new Error(`${plans.length} statements were sent`);
    }
    return { result, plan };
  }

  const orders = (["marketCap", "newest", "volume24h", "priceChange24h"] as const).flatMap(
    (order) => (["desc", "asc"] as const).map((direction) => ({ order, direction })),
  );
  describe.each(orders)("by $order, $direction", ({ order, direction }) => {
    it.each(FILTERS)(
      "with %s: returns the right rows in order with one indexed statement",
      async (_, filter) => {
        const sorted = seed
          .filter(
            (token) =>
              (filter.manager === undefined || token.manager === filter.manager) &&
              (filter.ownerAddress === undefined ||
                [token.creator, token.owner].includes(filter.ownerAddress)),
          )
          .sort(COMPARE[order])
          .map((token) => token.address);
        const expected = direction === "asc" ? sorted.toReversed() : sorted;
        for (const offset of [0, 30, expected.length - 10, expected.length]) {
          const query = {
            chainId: CHAIN,
            order,
            direction,
            ...filter,
            limit: 50,
            offset: Math.max(0, offset),
          };
          const { result, plan } = await explain(() => market.listTokens(query));
          expect(result.map((token) => token.address)).toEqual(
            expected.slice(query.offset, query.offset + 50),
          );
          if (offset > 30) continue;
          expect(plan).toMatch(/Index (Only )?Scan/);
          // `h` are the hidden tokens: the few rows of one subplan, read once.
          expect(plan).not.toMatch(/Seq Scan on (?!tokens h(_\d)? |datasets|eth_prices)|Bitmap/);
          // Rows in index order need no sort, at most a merge of a few.
          if (expected.length > 100) expect(plan).not.toMatch(/Sort {2}\(cost/);
        }
      },
    );
  });

  it("adds sparkline data with the same single statement", async () => {
    const newest = seed.toSorted(COMPARE.newest);
    const [young, old] = [newest[0], newest[1]];
    if (young === undefined || old === undefined) throw new Error("nothing to seed");
    const since = young.createdAt - 1_000;
    const bucket = (token: Address, seconds: number, start: number) => ({
      datasetId: CHAIN,
      token,
      seconds,
      start,
      openWei: 1n,
      highWei: 3n,
      lowWei: 1n,
      closeWei: BigInt(start),
      volumeWei: 1n,
      sqrtPriceX96: 1n,
      firstBlock: 1,
    });
    const rows = [young.address, old.address].flatMap((token) =>
      [60, 3_600].flatMap((seconds) =>
        [since - 1, since, since + 60].map((start) => bucket(token, seconds, start)),
      ),
    );
    await insertRows(drizzle(pool), candles, rows);
    const { result } = await explain(() =>
      market.listTokens({
        chainId: CHAIN,
        order: "newest",
        limit: 3,
        offset: 0,
        series: { since, youngSince: young.createdAt - 1 },
      }),
    );
    const drawn = [since, since + 60].map((start) => ({
      start,
      openWei: 1n,
      closeWei: BigInt(start),
    }));
    expect(result.map(({ candles: own }) => own)).toEqual([drawn, drawn, []]);
  });

  it("returns the same row object until the token changes, and hostile names unchanged", async () => {
    const list = () => market.listTokens({ chainId: CHAIN, order: "newest", limit: 3, offset: 0 });
    const [first, second] = await list();
    const again = await list();
    expect(again[0]).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    if (first === undefined) throw new Error("nothing to seed");
    // A name that contains the record of another token.
    const name = 'a "b"\n(00,"c",,)\n\\ \u{1f98a}';
    const { db } = explainer;
    await db.update(tokens).set({ name }).where(eq(tokens.address, first.address));
    try {
      const changed = await list();
      expect(changed).toEqual([{ ...first, name }, second, again[2]]);
      expect(changed[1]).toBe(second);
    } finally {
      await db.update(tokens).set({ name: first.name }).where(eq(tokens.address, first.address));
    }
  });

  it("accepts an address in any letter case and returns it checksummed", async () => {
    const address = seed.find((row) => row.address !== row.address.toLowerCase())?.address;
    if (address === undefined) throw new Error("every address is in lower case");
    const [prefix, digits] = ["0x", address.slice(2)] as const;
    const spellings = [digits.toLowerCase(), digits.toUpperCase(), digits] as const;
    for (const spelling of spellings) {
      const found = await market.findToken({ chainId: CHAIN, address: `${prefix}${spelling}` });
      expect(found?.address).toBe(address);
    }
  });

  it("returns holders with ties ordered by address and their total, also past the end", async () => {
    const address = seed[0]?.address ?? NOBODY;
    const all = Array.from({ length: 2_000 }, (_, i) => ({
      holder: addressOf(i + 10),
      amountWei: BigInt(1 + (i % 50)),
    })).sort((a, b) =>
      a.amountWei === b.amountWei
        ? inOrder(a.holder, b.holder)
        : a.amountWei > b.amountWei
          ? -1
          : 1,
    );
    for (const offset of [0, 1_990, 5_000]) {
      const query = { chainId: CHAIN, address, limit: 50, offset };
      const { result, plan } = await explain(() => market.listHolders(query));
      expect(result).toEqual({ total: 2_000, holders: all.slice(offset, offset + 50) });
      expect(plan).not.toMatch(/Seq Scan on tokens/);
    }
    expect(
      await market.listHolders({ chainId: CHAIN, address: NOBODY, limit: 50, offset: 0 }),
    ).toBeNull();
  });
});
