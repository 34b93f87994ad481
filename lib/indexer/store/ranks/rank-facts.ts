import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import { DAY } from "@/lib/features/market/rules/day-window";
import { poolReserves } from "@/lib/features/market/rules/pool-math";
import { priceChangeE6 } from "@/lib/features/market/rules/price-change";
import { earlyBlocks, TOP_HOLDERS } from "@/lib/features/market/store/positions/read-safety";
import { swaps } from "@/lib/features/market/store/tables/event-tables";
import { positionChanges } from "@/lib/features/market/store/tables/position-tables";
import type { tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import {
  big,
  hex,
  hexArray,
  int,
  type RawRow,
} from "@/lib/features/market/store/tables/raw-columns";
import { candles } from "@/lib/features/market/store/tables/series-tables";
import { balances, tokens } from "@/lib/features/market/store/tables/tables";
import { positionOf } from "../change-positions";

/** Windows of price changes in seconds, and of trades and volume. */
export const WINDOWS = [300, 3_600, 21_600, DAY] as const;

export type Derivation = {
  datasetId: number;
  /** Unix seconds at which all windows end. */
  at: number;
  /** Contracts of the market, which do not count as holders. */
  contracts: ReadonlySet<Address>;
};

/** The input of the ranks of tokens, each by index reads of the token. */
export function rankFacts(
  { datasetId, at, contracts }: Derivation,
  addresses: readonly Address[],
): SQL {
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
 * Amount that the buyers of token `t`'s first traded block hold, at most the amount each bought there:
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

/** The ranks of a token from a row of `rankFacts`. */
export function toRank(datasetId: number, row: RawRow): typeof tokenRanks.$inferInsert {
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
