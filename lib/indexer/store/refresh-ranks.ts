import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { bucketStart } from "@/lib/features/market/rules/candles";
import { DAY } from "@/lib/features/market/rules/day-window";
import { poolReserves } from "@/lib/features/market/rules/pool-math";
import { priceChangeE6 } from "@/lib/features/market/rules/price-change";
import { earlyBlocks, TOP_HOLDERS } from "@/lib/features/market/store/positions/read-safety";
import { swaps, transfers, wallMoves } from "@/lib/features/market/store/tables/event-tables";
import { positionChanges } from "@/lib/features/market/store/tables/position-tables";
import { rankQueue, tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import {
  big,
  hex,
  hexArray,
  int,
  type RawRow,
  readRows,
  text,
} from "@/lib/features/market/store/tables/raw-columns";
import { candles } from "@/lib/features/market/store/tables/series-tables";
import { balances, checkpoints, tokens } from "@/lib/features/market/store/tables/tables";
import { updateTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { positionOf } from "./change-positions";

const MINUTE = 60;
/** Windows of price changes in seconds, and of trades and volume. */
const WINDOWS = [300, 3_600, 21_600, DAY] as const;
/** Tokens derived in one transaction. */
const BATCH = 1_000;
/**
 * Increase it when a figure is added or its derivation changes: all ranks are then derived again.
 */
const RANKS_VERSION = 3;

export type RankRun = {
  /** Unix seconds, rounded down to a minute. */
  time: number;
  /** Contracts of the market, which do not count as holders. */
  contracts: ReadonlySet<Address>;
  /** Ends the run after its current batch; the rest stays queued. */
  signal?: AbortSignal;
};

/**
 * Updates the ranks and the sizes of search terms of tokens whose figures may have changed since the
 * last call: traded or transferred tokens, and those with a trade at an edge of a window that moved.
 * Safe while the indexer writes: later changes are queued again.
 */
export async function refreshRanks(
  db: Database,
  datasetId: number,
  { time, contracts, signal }: RankRun,
): Promise<void> {
  const at = await queueChanged(db, datasetId, bucketStart(time, MINUTE));
  while (
    signal?.aborted !== true &&
    (await deriveBatch(db, { datasetId, at, contracts })) === BATCH
  );
}

/** Queues what changed since the last call. @returns the minute at which all windows end */
async function queueChanged(db: Database, datasetId: number, time: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        at: checkpoints.rankedAt,
        block: checkpoints.rankedBlock,
        newest: checkpoints.block,
        version: checkpoints.ranksVersion,
      })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, datasetId))
      .for("update");
    if (row === undefined) return time;
    const { block, newest, version } = row;
    if (version < RANKS_VERSION) {
      await queue(
        tx,
        datasetId,
        sql`select address as token from ${tokens} where dataset_id = ${datasetId}`,
      );
    }
    const at = Math.max(row.at, time);
    // Trades that left a window, or became its reference price, since the last call. The first call
    // takes every trade anyway.
    const edges =
      row.at === 0
        ? [sql`false`]
        : WINDOWS.map((window) => sql`start between ${row.at - window} and ${at - window}`);
    await queue(
      tx,
      datasetId,
      sql`
        select token from ${candles} where dataset_id = ${datasetId} and seconds = 60
          and (${sql.join(edges, sql` or `)})
        union
        select token from ${swaps} where dataset_id = ${datasetId} and block > ${block}
        union
        select token from ${transfers} where dataset_id = ${datasetId} and block > ${block}
        union
        select token from ${wallMoves} where dataset_id = ${datasetId} and block > ${block}`,
    );
    await tx
      .update(checkpoints)
      .set({ rankedAt: at, rankedBlock: newest, ranksVersion: RANKS_VERSION })
      .where(eq(checkpoints.datasetId, datasetId));
    return at;
  });
}

/** @param changed a query of tokens */
async function queue(tx: Executor, datasetId: number, changed: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${rankQueue} (dataset_id, token)
    select ${datasetId}, c.token from (${changed}) as c on conflict do nothing`);
}

/** Queues the tokens whose events after a block will be removed. Call it before that. */
export async function queueReverted(tx: Executor, datasetId: number, block: number): Promise<void> {
  const later = sql`dataset_id = ${datasetId} and block > ${block}`;
  await queue(
    tx,
    datasetId,
    sql`
      select token from ${swaps} where ${later}
      union select token from ${transfers} where ${later}
      union select token from ${wallMoves} where ${later}`,
  );
  await tx
    .update(checkpoints)
    .set({ rankedBlock: sql`least(${checkpoints.rankedBlock}, ${block})` })
    .where(eq(checkpoints.datasetId, datasetId));
}

/**
 * Removes the ranks of tokens that were removed. The queue comes first: a refresh that has taken one of
 * them writes its rank before the deletion below.
 */
export async function removeRanks(
  tx: Executor,
  datasetId: number,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return;
  for (const table of [rankQueue, tokenRanks]) {
    await tx
      .delete(table)
      .where(
        and(eq(table.datasetId, datasetId), sql`${table.token} = any(${hexArray(addresses)})`),
      );
  }
}

/** Adds new tokens, so that lists have them before their first refresh. */
export async function addRanks(
  tx: Executor,
  datasetId: number,
  added: readonly { address: Address; createdAt: number; marketCapWei: bigint }[],
): Promise<void> {
  await insertRows(
    tx,
    tokenRanks,
    added.map(({ address, createdAt, marketCapWei }) => ({
      ...{ datasetId, token: address, createdAt, marketCapWei },
      volume24hWei: 0n,
      ...{ change5mE6: 0n, change1hE6: 0n, change6hE6: 0n, change24hE6: 0n },
      ...{ trades24h: 0, holders: 0, liquidityWei: 0n },
      ...{ creatorBps: 0, topHoldersBps: 0, firstBlockBps: 0 },
    })),
  );
}

type Derivation = { datasetId: number; at: number; contracts: ReadonlySet<Address> };

/** Derives queued tokens. @returns how many */
async function deriveBatch(db: Database, derivation: Derivation): Promise<number> {
  const { datasetId } = derivation;
  return db.transaction(async (tx) => {
    const taken = await readRows(
      tx,
      ({ token }) => hex(token),
      sql`
        delete from ${rankQueue} where dataset_id = ${datasetId} and token in (
          select q.token from ${rankQueue} as q where q.dataset_id = ${datasetId} limit ${BATCH}
        ) returning token`,
    );
    if (taken.length === 0) return 0;
    const derived = await readRows(
      tx,
      (row) => ({
        rank: toRank(datasetId, row),
        ...{ address: hex(row.address), name: text(row.name), symbol: text(row.symbol) },
      }),
      facts(derivation, taken),
    );
    await insertRows(
      tx,
      tokenRanks,
      derived.map(({ rank }) => rank),
      sql`on conflict (dataset_id, token) do update set ${UPDATED}`,
    );
    await updateTerms(
      tx,
      datasetId,
      derived.map(({ rank: { marketCapWei }, ...token }) => ({ ...token, marketCapWei })),
    );
    return taken.length;
  });
}

const UPDATED = sql.raw(
  [
    ...["market_cap_wei", "volume_24h_wei", "change_5m_e6", "change_1h_e6", "change_6h_e6"],
    ...["change_24h_e6", "trades_24h", "holders", "liquidity_wei", "creator_bps"],
    ...["top_holders_bps", "first_block_bps"],
  ]
    .map((name) => `${name} = excluded.${name}`)
    .join(", "),
);

/** The input of the ranks of tokens, each by index reads of the token. */
function facts({ datasetId, at, contracts }: Derivation, addresses: readonly Address[]): SQL {
  const priceAt = (window: number) => sql`coalesce((
    select c.sqrt_price_x96 from ${candles} as c
    where c.dataset_id = ${datasetId} and c.token = t.address and c.seconds = 1
      and c.start <= ${at - window}
    order by c.start desc limit 1), t.starting_sqrt_price_x96)`;
  return sql`
    select t.address, t.name, t.symbol, t.created_at, t.market_cap_wei, t.volume_24h_wei, t.price_change_24h_e6,
      t.holders, t.supply_wei, t.sqrt_price_x96, t.starting_sqrt_price_x96,
      t.wall_lower, t.wall_upper, t.wall_liquidity,
      ${priceAt(WINDOWS[0])} as price_5m, ${priceAt(WINDOWS[1])} as price_1h,
      ${priceAt(WINDOWS[2])} as price_6h,
      coalesce((select b.amount_wei from ${balances} as b where b.dataset_id = ${datasetId}
        and b.token = t.address and b.holder = t.creator), 0)::text as creator_wei,
      coalesce((select sum(b.amount_wei) from (
        select amount_wei from ${balances} as b where b.dataset_id = ${datasetId}
          and b.token = t.address and b.holder <> all(${hexArray([...contracts])})
        order by b.amount_wei desc, b.holder limit ${TOP_HOLDERS}) as b), 0)::text as top_holders_wei,
      coalesce((${heldByFirstBuyers(datasetId)}), 0)::text as first_block_wei,
      (select count(*) from ${swaps} as s where s.dataset_id = ${datasetId} and s.token = t.address
        and s.block >= (
          select c.first_block from ${candles} as c
          where c.dataset_id = ${datasetId} and c.token = t.address and c.seconds = 60
            and c.start > ${at - DAY}
          order by c.start limit 1
        )) as trades
    from ${tokens} as t
    where t.dataset_id = ${datasetId} and t.address = any(${hexArray(addresses)})`;
}

/**
 * What the buyers of the first traded block of the token `t` hold, at most what each bought there:
 * anyone can buy one unit for a large holder. `offset 0` forces the index read of one block,
 * whatever the planner estimates.
 */
function heldByFirstBuyers(datasetId: number): SQL {
  const changesOfBlock = sql`(
    select c.holder, c.token, c.bought_wei from ${positionChanges} as c
    where c.dataset_id = ${datasetId} and c.block = first.block offset 0) as c`;
  const bought = sql`c.token = t.address and c.bought_wei > 0`;
  return sql`
    select sum(least(held.amount_wei, buyers.bought_wei)) from (
      select c.holder, sum(c.bought_wei) as bought_wei from (
        select first.block from (${earlyBlocks(datasetId, sql`t.address`)}) as first
        where exists (select from ${changesOfBlock} where ${bought})
        order by first.block limit 1
      ) as first cross join lateral ${changesOfBlock} where ${bought} group by c.holder
    ) as buyers
    cross join lateral ${positionOf(datasetId, sql`buyers.holder`, sql`t.address`)} as held`;
}

function toRank(datasetId: number, row: RawRow): typeof tokenRanks.$inferInsert {
  const sqrtPriceX96 = big(row.sqrt_price_x96);
  const supplyWei = big(row.supply_wei);
  const bps = (wei: unknown) => (supplyWei === 0n ? 0 : Number((big(wei) * 10_000n) / supplyWei));
  const change = (then: unknown) => priceChangeE6(big(then), sqrtPriceX96);
  const { ethWei } = poolReserves({
    sqrtPriceX96,
    startingSqrtPriceX96: big(row.starting_sqrt_price_x96),
    wall: {
      lower: int(row.wall_lower),
      upper: int(row.wall_upper),
      liquidity: big(row.wall_liquidity),
    },
  });
  return {
    datasetId,
    token: hex(row.address),
    createdAt: int(row.created_at),
    marketCapWei: big(row.market_cap_wei),
    volume24hWei: big(row.volume_24h_wei),
    change5mE6: change(row.price_5m),
    change1hE6: change(row.price_1h),
    change6hE6: change(row.price_6h),
    change24hE6: big(row.price_change_24h_e6),
    trades24h: int(row.trades),
    holders: int(row.holders),
    liquidityWei: ethWei,
    creatorBps: bps(row.creator_wei),
    topHoldersBps: bps(row.top_holders_wei),
    firstBlockBps: bps(row.first_block_wei),
  };
}
