import { type SQL, sql } from "drizzle-orm";
import { DAY } from "../../rules/day-window";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { OfToken, TokenPriceRow } from "../market";
import type { RateAt } from "../recent-rates";
import {
  big,
  bytesOf,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { tokens } from "../tables/tables";

const E18 = 10n ** 18n;

/** The candles of the token with alias `t`, with alias `c`. */
const candlesOf = (seconds: number) =>
  sql`from ${candles} as c where c.dataset_id = t.dataset_id and c.token = t.address
    and c.seconds = ${seconds}`;

/** The volumes of candles since a time, as `start volume` pairs joined by spaces. */
function volumesSince(seconds: number, since: SQL): SQL {
  return sql`(select string_agg(c.start || ' ' || c.volume_wei, ' ')
    ${candlesOf(seconds)} and c.start > ${since})`;
}

const COLUMNS = `owner created_at start_time market_cap_wei sqrt_price_x96 starting_market_cap_wei
  starting_sqrt_price_x96 all_time_high_wei all_time_low_wei wall_lifetime_wei wall_pending_wei
  wall_placed_wei wall_liquidity wall_lower wall_upper wall_threshold_wei fee_share_bps`;

/**
 * A token and its price, in one statement over its own rows, the token with alias `t`. Placeholders:
 * `address`, and `day` and `week`, Unix seconds at which windows start.
 * @param options.columns further columns of the token, separated by spaces
 * @param options.more values of a caller, each after a comma
 */
export function priceStatement(
  chainId: number,
  { columns = "", more = sql`` }: { columns?: string; more?: SQL },
): SQL {
  const day = sql`${sql.placeholder("day")}::bigint`;
  const week = sql`${sql.placeholder("week")}::bigint`;
  const names = `${COLUMNS} ${columns}`.trim().split(/\s+/);
  return sql`
    select ${sql.raw(names.map((name) => `t.${name}`).join(", "))},
      ${volumesSince(60, day)} as day_volumes, ${volumesSince(3_600, week)} as week_volumes,
      ${ethUsdNow(chainId)} as eth_usd_e18,
      (select c.sqrt_price_x96 ${candlesOf(1)} and c.start <= ${day} order by c.start desc limit 1)
        as day_ago_sqrt_price_x96
      ${more}
    from ${tokens} as t
    where t.dataset_id = ${liveDataset(chainId)} and t.address = ${sql.placeholder("address")}::bytea`;
}

/** The values of `priceStatement`. @param now Unix seconds at which windows end */
export function priceValues({ address, now }: { address: OfToken["address"]; now: number }) {
  return { address: bytesOf(address), day: now - DAY, week: now - 7 * DAY };
}

/** Reads a row of `priceStatement`. @param rateAt the rates of its windows */
export function readPriceRow(row: RawRow, rateAt: RateAt): TokenPriceRow {
  const startingSqrtPriceX96 = big(row.starting_sqrt_price_x96);
  const ethUsdE18 = orNull(big, row.eth_usd_e18);
  const day = sumVolumes(row.day_volumes, { seconds: 60, rateAt, ethUsdE18 });
  const week = sumVolumes(row.week_volumes, { seconds: 3_600, rateAt, ethUsdE18 });
  return {
    owner: readAddress(row.owner),
    createdAt: int(row.created_at),
    startTime: int(row.start_time),
    marketCapWei: big(row.market_cap_wei),
    sqrtPriceX96: big(row.sqrt_price_x96),
    startingMarketCapWei: big(row.starting_market_cap_wei),
    allTimeHighWei: big(row.all_time_high_wei),
    allTimeLowWei: big(row.all_time_low_wei),
    startingSqrtPriceX96,
    referenceSqrtPriceX96: orNull(big, row.day_ago_sqrt_price_x96) ?? startingSqrtPriceX96,
    volume24hWei: day.wei,
    volume7dWei: week.wei,
    volume24hUsdE18: day.usdE18,
    volume7dUsdE18: week.usdE18,
    wall: {
      lifetimeWei: big(row.wall_lifetime_wei),
      pendingWei: big(row.wall_pending_wei),
      placedWei: big(row.wall_placed_wei),
      liquidity: big(row.wall_liquidity),
      lower: int(row.wall_lower),
      upper: int(row.wall_upper),
    },
    wallThresholdWei: big(row.wall_threshold_wei),
    feeShareBps: int(row.fee_share_bps),
    ethUsdE18,
  };
}

/**
 * Adds up `volumesSince`, in wei, and in dollars at the rates of the candles' ends. Dollars are null
 * if any rate is unknown: a partial volume would be wrong.
 */
function sumVolumes(
  joined: unknown,
  { seconds, rateAt, ethUsdE18 }: { seconds: number; rateAt: RateAt; ethUsdE18: bigint | null },
): { wei: bigint; usdE18: bigint | null } {
  // No trades mean 0 dollars, if the chain has a rate.
  if (joined === null) return { wei: 0n, usdE18: ethUsdE18 === null ? null : 0n };
  const parts = text(joined).split(" ");
  let wei = 0n;
  let usdE36: bigint | null = 0n;
  for (let at = 0; at < parts.length; at += 2) {
    const volumeWei = big(parts[at + 1]);
    const rate = rateAt(int(parts[at]) + seconds - 1) ?? ethUsdE18;
    wei += volumeWei;
    usdE36 = usdE36 === null || rate === null ? null : usdE36 + volumeWei * rate;
  }
  return { wei, usdE18: usdE36 === null ? null : usdE36 / E18 };
}
