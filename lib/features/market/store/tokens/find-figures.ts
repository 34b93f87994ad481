import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { DAY } from "../../rules/day-window";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { FiguresRow } from "../market";
import { big, hexArray, int, orNull, readRows } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { tokens } from "../tables/tables";
import { LIST_COLUMNS, readListRow } from "./list-rows";

const HOUR = 3_600;

/**
 * Token figures that change with a trade: one index row per token, and its hours of a week.
 * @param query.now Unix seconds at which windows end
 */
export async function findFigures(
  db: Database,
  {
    chainId,
    addresses,
    now,
  }: {
    chainId: number;
    addresses: readonly Address[];
    now: number;
  },
): Promise<FiguresRow[]> {
  if (addresses.length === 0) return [];
  return readRows(
    db,
    (row) => ({
      ...readListRow(row),
      ethUsdE18: orNull(big, row.ethUsdE18),
      sqrtPriceX96: big(row.sqrtPriceX96),
      allTimeHighWei: big(row.allTimeHighWei),
      allTimeLowWei: big(row.allTimeLowWei),
      volume7dWei: big(row.volume7dWei),
      wallThresholdWei: big(row.wallThresholdWei),
      startingSqrtPriceX96: big(row.startingSqrtPriceX96),
      feeShareBps: int(row.feeShareBps),
      wall: {
        lifetimeWei: big(row.lifetimeWei),
        pendingWei: big(row.pendingWei),
        placedWei: big(row.placedWei),
        liquidity: big(row.liquidity),
        lower: int(row.lower),
        upper: int(row.upper),
      },
    }),
    sql`
      select ${LIST_COLUMNS}, ${ethUsdNow(chainId)} as "ethUsdE18",
        t.sqrt_price_x96 as "sqrtPriceX96", t.all_time_high_wei as "allTimeHighWei",
        t.all_time_low_wei as "allTimeLowWei", t.wall_threshold_wei as "wallThresholdWei",
        t.starting_sqrt_price_x96 as "startingSqrtPriceX96", t.fee_share_bps as "feeShareBps",
        t.wall_lifetime_wei as "lifetimeWei", t.wall_pending_wei as "pendingWei",
        t.wall_placed_wei as "placedWei", t.wall_liquidity as "liquidity",
        t.wall_lower as "lower", t.wall_upper as "upper",
        (select coalesce(sum(c.volume_wei), 0)::text from ${candles} as c
          where c.dataset_id = t.dataset_id and c.token = t.address and c.seconds = ${HOUR}
            and c.start > ${now - 7 * DAY}) as "volume7dWei"
      from ${tokens} as t
      where t.dataset_id = ${liveDataset(chainId)} and t.address = any(${hexArray(addresses)})`,
  );
}
