import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareOnce } from "@/lib/drivers/db/prepare-once";
import { DAY } from "../../rules/day-window";
import { ethUsdAt, ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { OfToken, TokenMarketRow } from "../market";
import { candles } from "../series-tables";
import { balances, tokens } from "../tables";
import { TOKEN_COLUMNS } from "./find-token";

const E18 = sql.raw("1000000000000000000::numeric");

/** Windows start at `day` and `week`, Unix seconds. */
const statement = prepareOnce((db, chainId: number) => {
  const candlesOf = (seconds: number) =>
    sql`from ${candles} as c where c.dataset_id = ${tokens.datasetId} and c.token = ${tokens.address}
      and c.seconds = ${seconds}`;
  const volume = (seconds: number, since: SQL) =>
    sql<string>`(select coalesce(sum(c.volume_wei), 0) ${candlesOf(seconds)} and c.start > ${since})`;
  // Null if any rate is unknown: a partial volume would be wrong.
  const dollars = (seconds: number, since: SQL) =>
    sql<string | null>`(
      select case when bool_and(v.rate is not null) then div(sum(v.volume_wei * v.rate), ${E18}) end
      from (
        select c.volume_wei, ${ethUsdAt(chainId, sql`c.start + ${seconds - 1}`)} as rate
        ${candlesOf(seconds)} and c.start > ${since}
      ) as v)`;
  const day = sql`${sql.placeholder("day")}::bigint`;
  const week = sql`${sql.placeholder("week")}::bigint`;
  return db
    .select({
      ...TOKEN_COLUMNS,
      owner: tokens.owner,
      creator: tokens.creator,
      firstBuyWei: tokens.firstBuyWei,
      firstBuyTokensWei: tokens.firstBuyTokensWei,
      creatorBalanceWei: sql<string>`coalesce((
        select b.amount_wei from ${balances} as b
        where b.dataset_id = ${tokens.datasetId} and b.token = ${tokens.address}
          and b.holder = ${tokens.creator}), 0)`,
      poolId: tokens.poolId,
      sqrtPriceX96: tokens.sqrtPriceX96,
      startingMarketCapWei: tokens.startingMarketCapWei,
      allTimeHighWei: tokens.allTimeHighWei,
      allTimeLowWei: tokens.allTimeLowWei,
      startingSqrtPriceX96: tokens.startingSqrtPriceX96,
      dayAgoSqrtPriceX96: sql<string | null>`(select c.sqrt_price_x96 ${candlesOf(1)}
        and c.start <= ${day} order by c.start desc limit 1)`,
      volume24hWei: volume(60, day),
      volume7dWei: volume(3_600, week),
      volume24hUsdE18: dollars(60, day),
      volume7dUsdE18: dollars(3_600, week),
      lifetimeWei: tokens.wallLifetimeWei,
      pendingWei: tokens.wallPendingWei,
      placedWei: tokens.wallPlacedWei,
      liquidity: tokens.wallLiquidity,
      lower: tokens.wallLower,
      upper: tokens.wallUpper,
      wallThresholdWei: tokens.wallThresholdWei,
      feeShareBps: tokens.feeShareBps,
      referralPercent: tokens.referralPercent,
      ethUsdE18: sql<string | null>`${ethUsdNow(chainId)}`,
    })
    .from(tokens)
    .where(
      and(
        eq(tokens.datasetId, liveDataset(chainId)),
        eq(tokens.address, sql.param(sql.placeholder("address"), tokens.address)),
      ),
    )
    .prepare("token-market");
});

/**
 * The market of a token at a time, in one statement over its own rows.
 * @param query.now Unix seconds at which windows end
 */
export async function findTokenMarket(
  db: Database,
  { chainId, address, now }: OfToken & { now: number },
): Promise<TokenMarketRow | null> {
  const windows = { day: now - DAY, week: now - 7 * DAY };
  const [row] = await statement(db, chainId).execute({ address, ...windows });
  if (row === undefined) return null;
  const { lifetimeWei, pendingWei, placedWei, liquidity, lower, upper, ...token } = row;
  const { dayAgoSqrtPriceX96, startingSqrtPriceX96, ethUsdE18 } = row;
  return {
    ...token,
    creatorBalanceWei: BigInt(row.creatorBalanceWei),
    referenceSqrtPriceX96:
      dayAgoSqrtPriceX96 === null ? startingSqrtPriceX96 : BigInt(dayAgoSqrtPriceX96),
    volume24hWei: BigInt(row.volume24hWei),
    volume7dWei: BigInt(row.volume7dWei),
    volume24hUsdE18: dollarsOf(row.volume24hUsdE18, row.volume24hWei, ethUsdE18),
    volume7dUsdE18: dollarsOf(row.volume7dUsdE18, row.volume7dWei, ethUsdE18),
    wall: { lifetimeWei, pendingWei, placedWei, liquidity, lower, upper },
    ethUsdE18: ethUsdE18 === null ? null : BigInt(ethUsdE18),
  };
}

/** No trades means 0 dollars, if the chain has a rate. */
function dollarsOf(sum: string | null, volumeWei: string, ethUsdE18: string | null): bigint | null {
  if (sum !== null) return BigInt(sum);
  return volumeWei === "0" && ethUsdE18 !== null ? 0n : null;
}
