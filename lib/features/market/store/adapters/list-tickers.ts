import { sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { DAY } from "../../rules/day-window";
import type { PoolPositions } from "../../rules/pool-math";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import { swaps } from "../tables/event-tables";
import { address, big, hex, int, orNull, type RawRow, readRows } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { tokens } from "../tables/tables";

const HOUR = 3_600;

/** A token's pool and its trades of the last 24 hours. */
export type TickerRow = PoolPositions & {
  token: Address;
  poolId: Hex;
  /** ETH side including the fee. */
  ethVolumeWei: bigint;
  tokenVolumeWei: bigint;
  /** Square roots of the lowest and highest price in tokens per ETH; null without a trade. */
  leastSqrtPriceX96: bigint | null;
  mostSqrtPriceX96: bigint | null;
  /** Dollars per ETH times 10^18. */
  ethUsdE18: bigint | null;
};

function readTicker(row: RawRow): TickerRow {
  return {
    token: address(row.token),
    poolId: hex(row.poolId),
    sqrtPriceX96: big(row.sqrtPriceX96),
    startingSqrtPriceX96: big(row.startingSqrtPriceX96),
    wall: { lower: int(row.lower), upper: int(row.upper), liquidity: big(row.liquidity) },
    ethVolumeWei: orNull(big, row.ethVolumeWei) ?? 0n,
    tokenVolumeWei: orNull(big, row.tokenVolumeWei) ?? 0n,
    leastSqrtPriceX96: orNull(big, row.leastSqrtPriceX96),
    mostSqrtPriceX96: orNull(big, row.mostSqrtPriceX96),
    ethUsdE18: orNull(big, row.ethUsdE18),
  };
}

/**
 * Pools by volume, the largest first. Trades are summed from the first block of the window's oldest
 * hour, which candles know, in one range of the index.
 */
export function listTickers(
  db: Database,
  { chainId, now, limit, offset }: { chainId: number; now: number; limit: number; offset: number },
): Promise<TickerRow[]> {
  const since = now - DAY;
  return readRows(
    db,
    readTicker,
    sql`
      select t.address as token, t.pool_id as "poolId", t.sqrt_price_x96 as "sqrtPriceX96",
        t.starting_sqrt_price_x96 as "startingSqrtPriceX96", t.wall_liquidity as liquidity,
        t.wall_lower as lower, t.wall_upper as upper, ${ethUsdNow(chainId)} as "ethUsdE18", d.*
      from (
        select * from ${tokens} as t where t.dataset_id = ${liveDataset(chainId)}
        order by t.volume_24h_wei desc nulls first, t.address limit ${limit} offset ${offset}
      ) as t
      left join lateral (
        select min(c.first_block) as block from ${candles} as c
        where c.dataset_id = t.dataset_id and c.token = t.address and c.seconds = ${HOUR}
          and c.start > ${since - HOUR}
      ) as first on true
      left join lateral (
        select
          sum(case when s.eth_to_pool_wei > 0 then s.eth_to_pool_wei + s.fee_wei
            else -s.eth_to_pool_wei end) as "ethVolumeWei",
          sum(abs(s.token_to_pool_wei)) as "tokenVolumeWei",
          min(s.sqrt_price_x96) as "leastSqrtPriceX96", max(s.sqrt_price_x96) as "mostSqrtPriceX96"
        from ${swaps} as s
        where s.dataset_id = t.dataset_id and s.token = t.address and s.block >= first.block
          and s.time > ${since}
      ) as d on true
      order by t.volume_24h_wei desc nulls first, t.address`,
  );
}
