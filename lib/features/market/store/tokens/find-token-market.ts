import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { DAY } from "../../rules/day-window";
import { ethUsdAt, ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { OfToken, TokenMarketRow } from "../market";
import {
  big,
  bytesOf,
  hex,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../raw-columns";
import { candles } from "../series-tables";
import { balances, tokens } from "../tables";

const E18 = sql.raw("1000000000000000000::numeric");

/** The candles of the token with alias `t`, with alias `c`. */
const candlesOf = (seconds: number) =>
  sql`from ${candles} as c where c.dataset_id = t.dataset_id and c.token = t.address
    and c.seconds = ${seconds}`;

/**
 * The volume since a time, in wei, and in dollars at the rates of its candles. Dollars are null if
 * any rate is unknown: a partial volume would be wrong. `offset 0` keeps the subquery, so that each
 * rate is looked up once and not for each of its uses.
 */
function volumeSince(chainId: number, seconds: number, since: SQL): SQL {
  return sql`(
    select coalesce(sum(v.volume_wei), 0) as wei,
      case when bool_and(v.rate is not null) then div(sum(v.volume_wei * v.rate), ${E18}) end as usd_e18
    from (
      select c.volume_wei, ${ethUsdAt(chainId, sql`c.start + ${seconds - 1}`)} as rate
      ${candlesOf(seconds)} and c.start > ${since}
      offset 0
    ) as v)`;
}

/**
 * A token and its market, in one statement over its own rows. Placeholders: `address`, and `day` and
 * `week`, Unix seconds at which windows start.
 * @param more columns of a caller, each after a comma
 */
export function marketStatement(chainId: number, more: SQL = sql``): SQL {
  const day = sql`${sql.placeholder("day")}::bigint`;
  const week = sql`${sql.placeholder("week")}::bigint`;
  return sql`
    select t.*, day.wei as day_wei, day.usd_e18 as day_usd_e18, week.wei as week_wei,
      week.usd_e18 as week_usd_e18, ${ethUsdNow(chainId)} as eth_usd_e18,
      coalesce((select b.amount_wei from ${balances} as b
        where b.dataset_id = t.dataset_id and b.token = t.address and b.holder = t.creator), 0)
        as creator_balance_wei,
      (select c.sqrt_price_x96 ${candlesOf(1)} and c.start <= ${day} order by c.start desc limit 1)
        as day_ago_sqrt_price_x96
      ${more}
    from (select ${COLUMNS} from ${tokens} as one
      where one.dataset_id = ${liveDataset(chainId)} and one.address = ${sql.placeholder("address")}::bytea
    ) as t
    cross join lateral ${volumeSince(chainId, 60, day)} as day
    cross join lateral ${volumeSince(chainId, 3_600, week)} as week`;
}

const COLUMNS = sql.raw(
  `dataset_id address symbol name market_cap_wei created_at start_time protection_start_bps
  protection_end image description website twitter telegram discord farcaster owner creator
  first_buy_wei first_buy_tokens_wei pool_id sqrt_price_x96 starting_market_cap_wei all_time_high_wei
  all_time_low_wei starting_sqrt_price_x96 wall_lifetime_wei wall_pending_wei wall_placed_wei
  wall_liquidity wall_lower wall_upper wall_threshold_wei fee_share_bps referral_percent`
    .split(/\s+/)
    .join(", "),
);

/** The values of `marketStatement`. @param now Unix seconds at which windows end */
export function marketValues({ address, now }: { address: OfToken["address"]; now: number }) {
  return { address: bytesOf(address), day: now - DAY, week: now - 7 * DAY };
}

/** Reads a row of `marketStatement`. */
export function readMarketRow(row: RawRow): TokenMarketRow {
  const startingSqrtPriceX96 = big(row.starting_sqrt_price_x96);
  const volume24hWei = big(row.day_wei);
  const volume7dWei = big(row.week_wei);
  const ethUsdE18 = orNull(big, row.eth_usd_e18);
  return {
    address: readAddress(row.address),
    symbol: text(row.symbol),
    name: text(row.name),
    marketCapWei: big(row.market_cap_wei),
    createdAt: int(row.created_at),
    startTime: int(row.start_time),
    protectionStartBps: int(row.protection_start_bps),
    protectionEnd: int(row.protection_end),
    image: orNull(text, row.image),
    description: orNull(text, row.description),
    website: orNull(text, row.website),
    twitter: orNull(text, row.twitter),
    telegram: orNull(text, row.telegram),
    discord: orNull(text, row.discord),
    farcaster: orNull(text, row.farcaster),
    owner: readAddress(row.owner),
    creator: readAddress(row.creator),
    firstBuyWei: big(row.first_buy_wei),
    firstBuyTokensWei: big(row.first_buy_tokens_wei),
    creatorBalanceWei: big(row.creator_balance_wei),
    poolId: hex(row.pool_id),
    sqrtPriceX96: big(row.sqrt_price_x96),
    startingMarketCapWei: big(row.starting_market_cap_wei),
    allTimeHighWei: big(row.all_time_high_wei),
    allTimeLowWei: big(row.all_time_low_wei),
    startingSqrtPriceX96,
    referenceSqrtPriceX96: orNull(big, row.day_ago_sqrt_price_x96) ?? startingSqrtPriceX96,
    volume24hWei,
    volume7dWei,
    volume24hUsdE18: dollarsOf(orNull(big, row.day_usd_e18), volume24hWei, ethUsdE18),
    volume7dUsdE18: dollarsOf(orNull(big, row.week_usd_e18), volume7dWei, ethUsdE18),
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
    referralPercent: int(row.referral_percent),
    ethUsdE18,
  };
}

/** No trades means 0 dollars, if the chain has a rate. */
function dollarsOf(sum: bigint | null, volumeWei: bigint, ethUsdE18: bigint | null) {
  if (sum !== null) return sum;
  return volumeWei === 0n && ethUsdE18 !== null ? 0n : null;
}

const market = prepareRaw((chainId: number) => marketStatement(chainId));

/** The market of a token at a time. @param query.now Unix seconds at which windows end */
export async function findTokenMarket(
  db: Database,
  query: OfToken & { now: number },
): Promise<TokenMarketRow | null> {
  const [row] = await market(db, query.chainId, marketValues(query));
  return row === undefined ? null : readMarketRow(row);
}
