import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedMarket, seedToken } from "@/bench/seed-market";
import { createMarket } from "@/lib/features/market/store/create-market";
import type { SortDirection, TokenOrder } from "@/lib/features/market/store/market";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
const REBUILT = 900_000_001;
const TOKENS = 2_400;
const LIMIT = 20;
/** The columns of the orders, as SQL. */
const ORDERS = {
  marketCap: "market_cap_wei",
  newest: "created_block, created_log_index",
  volume24h: "volume_24h_wei",
  priceChange24h: "price_change_24h_e6",
} as const satisfies Partial<Record<TokenOrder, string>>;
type Exact = keyof typeof ORDERS;

describe("deep pages of a list", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let market: ReturnType<typeof createMarket>;

  beforeAll(async () => {
    database = await startTestDatabase();
    await seedMarket(database.db, { chainId: CHAIN, tokens: TOKENS, trades: 0, holders: 0 });
    market = createMarket(database.db);
  });
  afterAll(() => database.stop());

  const pageOf = async (order: Exact, direction: SortDirection, offset: number) =>
    (await market.listTokens({ chainId: CHAIN, order, direction, limit: LIMIT, offset })).map(
      ({ address }) => address.toLowerCase(),
    );
  it("has the same largest tokens when only addresses are read", async () => {
    const query = { chainId: CHAIN, limit: 50 };
    const rows = await market.listTokens({ ...query, order: "marketCap", offset: 0 });
    const expected = rows.map(({ address, createdAt }) => ({ address, createdAt }));
    expect(await market.listLargestAddresses(query)).toEqual(expected);
  });

  /** The whole list, by sorting all rows. */
  async function sorted(order: Exact, direction: SortDirection): Promise<string[]> {
    const tie = direction === "desc" ? "asc" : "desc";
    const columns = ORDERS[order].split(", ").map((column) => `${column} ${direction}`);
    const { rows } = await database.db.execute(sql`
      select '0x' || encode(t.address, 'hex') as address from market.tokens as t
      where t.dataset_id = (select id from market.datasets where chain_id = ${CHAIN} and state = 'live')
        and not exists (select from moderation.tokens as h
          where h.chain_id = ${CHAIN} and h.address = t.address and h.state = 'hidden')
      order by ${sql.raw(columns.join(", "))}, t.address ${sql.raw(tie)}`);
    return rows.map(({ address }) => String(address));
  }
  /** Reads pages in an order of their own, so that marks are before and after an offset. */
  async function checkPages(order: Exact, direction: SortDirection): Promise<void> {
    const all = await sorted(order, direction);
    const offsets = Array.from({ length: 40 }, (_, n) => 400 + ((n * 1_237) % (TOKENS - 300)));
    const ends = [-5, -1, 0, 1_000].map((n) => all.length + n);
    for (const offset of [...offsets, ...ends, ...offsets, ...ends]) {
      const page = await pageOf(order, direction, offset);
      expect(page, `${order} ${direction} ${offset}`).toEqual(all.slice(offset, offset + LIMIT));
    }
  }
  /** Changes tokens and the checkpoint together, like the indexer. */
  async function write(change: ReturnType<typeof sql>): Promise<void> {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`update market.checkpoints set block = block + 1`);
      await tx.execute(change);
    });
  }
  const addressOf = (n: number) => Buffer.from(seedToken(n).slice(2), "hex");

  const orders = ["marketCap", "newest", "volume24h", "priceChange24h"] as const;
  const cases = orders.flatMap((order) => [
    { order, direction: "desc" as const },
    { order, direction: "asc" as const },
  ]);
  it.each(cases)(
    "are those of the whole list: $order, $direction",
    async ({ order, direction }) => {
      await checkPages(order, direction);
    },
  );

  it("are those of now after each change, with ties and in both directions", async () => {
    const changes = [
      sql`update market.tokens set market_cap_wei = 10::numeric ^ 30 + market_cap_wei
        where address = ${addressOf(TOKENS - 1)}`,
      sql`update market.tokens set market_cap_wei = 7 where address < ${addressOf(1_500)}`,
      sql`delete from market.tokens where address >= ${addressOf(2_300)}`,
    ];
    for (const change of changes) {
      await checkPages("marketCap", "desc");
      await write(change);
      await checkPages("marketCap", "desc");
      await checkPages("marketCap", "asc");
    }
  });

  it("skip a token from the moment it is hidden", async () => {
    await checkPages("newest", "desc");
    const hide = (n: number) =>
      database.db.execute(sql`
      insert into moderation.tokens (chain_id, address, state, reason, at)
      values (${CHAIN}, ${addressOf(n)}, 'hidden', 'scam', now())`);
    for (const n of [3, 1_700, 2_200]) {
      await hide(n);
      await checkPages("newest", "desc");
    }
    await database.db.execute(sql`update moderation.tokens set address = ${addressOf(9)}
      where address = ${addressOf(3)}`);
    await checkPages("newest", "desc");
    await database.db.execute(sql`delete from moderation.tokens`);
    await checkPages("newest", "desc");
  });

  it("are of one state while the market changes", async () => {
    const states: string[][] = [await sorted("marketCap", "desc")];
    const pages: { offset: number; from: number; page: string[] }[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; n < 60 || (n < 600 && pages.length <= 60); n += 1) {
        // The last token becomes the first one, so that every page moves by one.
        await write(sql`update market.tokens set market_cap_wei = 10::numeric ^ 31 + ${n}
          where address = (select address from market.tokens where dataset_id = ${CHAIN}
            order by market_cap_wei, address desc limit 1)`);
        states.push(await sorted("marketCap", "desc"));
      }
      isWriting = false;
    })();
    for (let n = 0; isWriting; n += 1) {
      const offset = 500 + ((n * 331) % 1_700);
      const from = states.length - 1;
      pages.push({ offset, from, page: await pageOf("marketCap", "desc", offset) });
    }
    await writing;
    expect(pages.length).toBeGreaterThan(60);
    for (const { offset, from, page } of pages) {
      // Not of an earlier state than the last one that was there before the request.
      const slices = states.slice(from).map((all) => all.slice(offset, offset + LIMIT));
      expect(slices).toContainEqual(page);
    }
  });

  it("are those of a rebuilt dataset from the moment it is live", async () => {
    await checkPages("marketCap", "desc");
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`update market.datasets set state = 'retired' where id = ${CHAIN}`);
      await tx.execute(sql`insert into market.datasets (id, chain_id, state, version)
        values (${REBUILT}, ${CHAIN}, 'live', 1)`);
      await tx.execute(sql`update market.tokens set dataset_id = ${REBUILT}`);
      await tx.execute(sql`update market.tokens set market_cap_wei = 5
        where address < ${addressOf(700)}`);
      await tx.execute(sql`update market.checkpoints set dataset_id = ${REBUILT}`);
    });
    await checkPages("marketCap", "desc");
  });
});
