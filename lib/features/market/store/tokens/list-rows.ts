import { sql } from "drizzle-orm";
import { z } from "zod";
import { readRecord, splitRecords } from "@/lib/drivers/db/records";
import { createRecent } from "@/lib/shared/recent";
import type { RankFigures, TokenListRow } from "../market";
import {
  big,
  bigColumn,
  hexText,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../tables/raw-columns";

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

/** The same columns as one record of text, which `LINE_BREAK` joins. */
export const LIST_RECORD = sql`row(encode(t.address, 'hex'), t.symbol, t.name, t.market_cap_wei, t.created_at,
  t.start_time, t.protection_start_bps, t.protection_end, t.image, t.description, t.volume_24h_wei,
  t.price_change_24h_e6)::text`;

export const LINE_BREAK = sql.raw(String.raw`E'\n'`);

/** Rows of recent records. A row is a function of its record alone, so it cannot be out of date. */
const recent = createRecent<TokenListRow>(4_096);
/** Rows of longer records are read each time, which bounds the memory of `recent`. */
const RECORD_LENGTH_MAX = 2_000;

/**
 * Reads a `LIST_RECORD`. Equal records have the same frozen row, so that what is derived from it can be
 * remembered with it; only a changed token costs more than a lookup.
 */
function readListRecord(record: string): TokenListRow {
  const known = recent.get(record);
  if (known !== undefined) return known;
  const [address, symbol, name, marketCapWei, createdAt, startTime, ...rest] = readRecord(record);
  const [protectionStartBps, protectionEnd, image, description, volume24hWei, priceChange24hE6] =
    rest;
  const row: TokenListRow = Object.freeze({
    address: hexText(address),
    symbol: text(symbol),
    name: text(name),
    marketCapWei: big(marketCapWei),
    createdAt: int(createdAt),
    startTime: int(startTime),
    protectionStartBps: int(protectionStartBps),
    protectionEnd: int(protectionEnd),
    image: orNull(text, image),
    description: orNull(text, description),
    volume24hWei: big(volume24hWei),
    priceChange24hE6: big(priceChange24hE6),
  });
  if (record.length <= RECORD_LENGTH_MAX) recent.set(record, row);
  return row;
}

/** Reads joined records; null for none. */
export function readListRecords(records: unknown): TokenListRow[] {
  return records === null ? [] : splitRecords(text(records)).map(readListRecord);
}

const buckets = z.array(
  z
    .tuple([z.number(), bigColumn, bigColumn])
    .transform(([start, openWei, closeWei]) => ({ start, openWei, closeWei })),
);

/**
 * Figures of a token, as members of a JSON object. Those of a token without ranks, such as one of an
 * older dataset, are zero.
 */
export const FIGURE_MEMBERS = sql`'sqrtPriceX96', t.sqrt_price_x96::text, 'holders', t.holders,
  'change5mE6', coalesce(r.change_5m_e6, 0)::text, 'change1hE6', coalesce(r.change_1h_e6, 0)::text,
  'change6hE6', coalesce(r.change_6h_e6, 0)::text, 'trades24h', coalesce(r.trades_24h, 0),
  'liquidityWei', coalesce(r.liquidity_wei, 0)::text, 'creatorBps', coalesce(r.creator_bps, 0),
  'topHoldersBps', coalesce(r.top_holders_bps, 0), 'firstBlockBps', coalesce(r.first_block_bps, 0)`;

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
    topHoldersBps: int(row.topHoldersBps),
    firstBlockBps: int(row.firstBlockBps),
  };
}

const members = z.record(z.string(), z.unknown());

/** Adds what a query requested besides `LIST_RECORD`. @param given members of a JSON object */
export function withMembers(row: TokenListRow, given: unknown): TokenListRow {
  const { keys, ethUsdE18, candles, ...figures } = members.parse(given);
  return {
    ...row,
    ...(keys === undefined
      ? {}
      : { position: { keys: text(keys).split(" ").map(BigInt), address: row.address } }),
    ...(ethUsdE18 === undefined ? {} : { ethUsdE18: orNull(big, ethUsdE18) }),
    ...(candles === undefined ? {} : { candles: buckets.parse(candles) }),
    ...(figures.sqrtPriceX96 === undefined ? {} : { figures: readFigures(figures) }),
  };
}
