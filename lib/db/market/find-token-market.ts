import { and, eq, sql } from "drizzle-orm";
import { DAY } from "@/lib/domain/day-window";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { candles, ethPrices } from "../schema/market-series";
import { TOKEN_COLUMNS } from "./find-token";
import { liveModel } from "./live-model";
import type { Market, TokenMarketRow } from "./market";

/** A token's market as of a moment, by one statement over its own rows. */
export async function findTokenMarket(
  db: Database,
  { chainId, address, now }: Parameters<Market["findTokenMarket"]>[0],
): Promise<TokenMarketRow | null> {
  const candlesOf = (seconds: number) =>
    sql`from ${candles} as c where c.chain = ${tokens.chain} and c.token = ${tokens.address}
      and c.seconds = ${seconds}`;
  const volume = (seconds: number, since: number) =>
    sql<string>`(select coalesce(sum(c.volume_wei), 0) ${candlesOf(seconds)} and c.start > ${since})`;
  const [row] = await db
    .select({
      ...TOKEN_COLUMNS,
      owner: tokens.owner,
      sqrtPriceX96: tokens.sqrtPriceX96,
      startingMarketCapWei: tokens.startingMarketCapWei,
      allTimeHighWei: tokens.allTimeHighWei,
      allTimeLowWei: tokens.allTimeLowWei,
      startingSqrtPriceX96: tokens.startingSqrtPriceX96,
      dayAgoSqrtPriceX96: sql<string | null>`(select c.sqrt_price_x96 ${candlesOf(1)}
        and c.start <= ${now - DAY} order by c.start desc limit 1)`,
      volume24hWei: volume(60, now - DAY),
      volume7dWei: volume(3_600, now - 7 * DAY),
      lifetimeWei: tokens.wallLifetimeWei,
      pendingWei: tokens.wallPendingWei,
      placedWei: tokens.wallPlacedWei,
      liquidity: tokens.wallLiquidity,
      lower: tokens.wallLower,
      upper: tokens.wallUpper,
      wallThresholdWei: tokens.wallThresholdWei,
      ethUsdE18: sql<string | null>`(select ${ethPrices.usdE18} from ${ethPrices}
        where ${ethPrices.chainId} = ${chainId})`,
    })
    .from(tokens)
    .where(and(eq(tokens.chain, liveModel(chainId)), eq(tokens.address, address)));
  if (row === undefined) return null;
  const { lifetimeWei, pendingWei, placedWei, liquidity, lower, upper, ...token } = row;
  const { dayAgoSqrtPriceX96, startingSqrtPriceX96, ethUsdE18 } = row;
  return {
    ...token,
    referenceSqrtPriceX96:
      dayAgoSqrtPriceX96 === null ? startingSqrtPriceX96 : BigInt(dayAgoSqrtPriceX96),
    volume24hWei: BigInt(row.volume24hWei),
    volume7dWei: BigInt(row.volume7dWei),
    wall: { lifetimeWei, pendingWei, placedWei, liquidity, lower, upper },
    ethUsdE18: ethUsdE18 === null ? null : BigInt(ethUsdE18),
  };
}
