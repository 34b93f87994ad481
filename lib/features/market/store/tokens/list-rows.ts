import { sql } from "drizzle-orm";
import { z } from "zod";
import type { RankFigures, TokenListRow } from "../market";
import {
  big,
  bigColumn,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../raw-columns";

/** Columns of lists, of the table with alias `t`. */
export const LIST_COLUMNS = sql`t.address, t.symbol, t.name, t.market_cap_wei as "marketCapWei",
  t.created_at as "createdAt", t.start_time as "startTime",
  t.protection_start_bps as "protectionStartBps", t.protection_end as "protectionEnd", t.image, t.description,
  t.volume_24h_wei as "volume24hWei", t.price_change_24h_e6 as "priceChange24hE6"`;

/** Reads `LIST_COLUMNS`. */
export function readListRow(row: RawRow): TokenListRow {
  return {
    address: readAddress(row.address),
    symbol: text(row.symbol),
    name: text(row.name),
    marketCapWei: big(row.marketCapWei),
    createdAt: int(row.createdAt),
    startTime: int(row.startTime),
    protectionStartBps: int(row.protectionStartBps),
    protectionEnd: int(row.protectionEnd),
    image: orNull(text, row.image),
    description: orNull(text, row.description),
    volume24hWei: big(row.volume24hWei),
    priceChange24hE6: big(row.priceChange24hE6),
  };
}

/** Reads `LIST_COLUMNS` and the ETH/USD rate. */
function readPricedRow(row: RawRow): TokenListRow {
  return Object.assign(readListRow(row), { ethUsdE18: orNull(big, row.ethUsdE18) });
}

const buckets = z.array(
  z
    .tuple([z.number(), bigColumn, bigColumn])
    .transform(([start, openWei, closeWei]) => ({ start, openWei, closeWei })),
);

/** Reads a priced row and the buckets of its sparkline. */
function readDrawnRow(row: RawRow): TokenListRow {
  return { ...readPricedRow(row), candles: buckets.parse(row.candles) };
}

/** Figures of a token without ranks, such as one of an older dataset, are zero. */
export const FIGURE_COLUMNS = sql`, true as "hasFigures", t.sqrt_price_x96 as "sqrtPriceX96", t.holders,
  coalesce(r.change_5m_e6, 0)::text as "change5mE6", coalesce(r.change_1h_e6, 0)::text as "change1hE6",
  coalesce(r.change_6h_e6, 0)::text as "change6hE6", coalesce(r.trades_24h, 0) as "trades24h",
  coalesce(r.liquidity_wei, 0)::text as "liquidityWei", coalesce(r.creator_bps, 0) as "creatorBps"`;

function readFigures(row: RawRow): RankFigures {
  return {
    sqrtPriceX96: big(row.sqrtPriceX96),
    holders: int(row.holders),
    change5mE6: big(row.change5mE6),
    change1hE6: big(row.change1hE6),
    change6hE6: big(row.change6hE6),
    trades24h: int(row.trades24h),
    liquidityWei: big(row.liquidityWei),
    creatorBps: int(row.creatorBps),
  };
}

/** Reads a row of `listTokens`, which selects `keys` besides `LIST_COLUMNS`. */
export function readPageRow(row: RawRow): TokenListRow {
  const base = row.candles === undefined ? readPricedRow(row) : readDrawnRow(row);
  const keys = text(row.keys).split(" ").map(BigInt);
  // Not copied: fifty rows would cost more than reading them.
  return Object.assign(
    base,
    { position: { keys, address: base.address } },
    row.hasFigures === true ? { figures: readFigures(row) } : null,
  );
}
