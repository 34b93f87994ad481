import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { SortDirection, TokenListRow, TokenOrder } from "../market";
import {
  big,
  bigColumn,
  hexParam,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  readRows,
  text,
} from "../raw-columns";
import { candles } from "../series-tables";
import { tokens } from "../tables";

/** Maximum buckets of a token read for its sparkline. */
const SERIES_MAX = 200;

/** Columns of lists, of the table with alias `t`. */
export const LIST_COLUMNS = sql`t.address, t.symbol, t.name, t.market_cap_wei as "marketCapWei",
  t.created_at as "createdAt", t.start_time as "startTime", t.image, t.description,
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
    image: orNull(text, row.image),
    description: orNull(text, row.description),
    volume24hWei: big(row.volume24hWei),
    priceChange24hE6: big(row.priceChange24hE6),
  };
}

/** Reads `LIST_COLUMNS` and the ETH/USD rate. */
function readPricedRow(row: RawRow): TokenListRow {
  return { ...readListRow(row), ethUsdE18: orNull(big, row.ethUsdE18) };
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

/**
 * One token by its key. `limit 1` forces an index lookup per key, whatever the planner estimates.
 */
export function rowOf(datasetId: SQL, address: SQL): SQL {
  return sql`(select * from ${tokens} as one
    where one.dataset_id = ${datasetId} and one.address = ${address} limit 1)`;
}

/** The columns of each order, largest first; the address breaks ties where they are possible. */
const ORDERS = {
  marketCap: { keys: ["market_cap_wei"], hasTies: true },
  newest: { keys: ["created_block", "created_log_index"], hasTies: false },
  volume24h: { keys: ["volume_24h_wei"], hasTies: true },
  priceChange24h: { keys: ["price_change_24h_e6"], hasTies: true },
} as const satisfies Record<TokenOrder, { keys: readonly string[]; hasTies: boolean }>;

/**
 * The `order by` of an order. The direction also applies to ties, so that one index serves both.
 */
function orderBy(order: TokenOrder, direction: SortDirection, table = ""): SQL {
  const { keys, hasTies } = ORDERS[order];
  const [forward, backward] = direction === "desc" ? ["desc", "asc"] : ["asc", "desc"];
  const columns = [
    ...keys.map((key) => `${table}${key} ${forward}`),
    ...(hasTies ? [`${table}address ${backward}`] : []),
  ];
  return sql.raw(columns.join(", "));
}

export type TokenListQuery = {
  chainId: number;
  order: TokenOrder;
  /** Default `desc`; also applies to ties. */
  direction?: SortDirection | undefined;
  manager?: Address | undefined;
  /** The creator wallet or the holder of the fee stream. */
  ownerAddress?: Address | undefined;
  limit: number;
  offset: number;
  /** Adds `candles` from `since`: minutes for tokens created after `youngSince`. Unix seconds. */
  series?: { since: number; youngSince: number } | undefined;
};

/**
 * One page of a chain's tokens, in one statement that reads an index in its order. Selects the keys
 * of the page first, where possible from the index alone, so that a deep offset skips index entries
 * and not rows. `ownerAddress` matches two columns: two index reads are merged to keep that
 * property.
 */
export async function listTokens(db: Database, query: TokenListQuery): Promise<TokenListRow[]> {
  const { chainId, order, direction = "desc", manager, ownerAddress, limit, offset } = query;
  const keys = sql.raw(ORDERS[order].keys.join(", "));
  const by = orderBy(order, direction);
  const joinedBy = orderBy(order, direction, "k.");
  const ofManager = manager === undefined ? sql`` : sql`and manager = ${hexParam(manager)}`;
  const select = (condition: SQL) => sql`
    select dataset_id, address, ${keys} from ${tokens}
    where dataset_id = ${liveDataset(chainId)} ${ofManager} ${condition} order by ${by}`;
  let page = sql`${select(sql``)} limit ${limit} offset ${offset}`;
  if (ownerAddress !== undefined) {
    const address = hexParam(ownerAddress);
    const created = sql`${select(sql`and creator = ${address}`)} limit ${offset + limit}`;
    const held = sql`${select(sql`and owner = ${address} and owner <> creator`)}
      limit ${offset + limit}`;
    page = sql`(${created}) union all (${held}) order by ${by} limit ${limit} offset ${offset}`;
  }
  const rows = sql`(${page}) as k cross join lateral ${rowOf(sql`k.dataset_id`, sql`k.address`)} as t`;
  const columns = sql`${LIST_COLUMNS}, ${ethUsdNow(chainId)} as "ethUsdE18"`;
  if (query.series === undefined) {
    return readRows(db, readPricedRow, sql`select ${columns} from ${rows} order by ${joinedBy}`);
  }
  return readRows(
    db,
    readDrawnRow,
    sql`select ${columns}, s.candles from ${rows} cross join lateral ${seriesOf(query.series)} as s
      order by ${joinedBy}`,
  );
}

/** The buckets of the token with alias `t`, a range of one index: minutes while it is young. */
function seriesOf({ since, youngSince }: { since: number; youngSince: number }): SQL {
  return sql`(select coalesce(
      json_agg(json_build_array(c.start, c.open_wei::text, c.close_wei::text) order by c.start), '[]'
    ) as candles from (
      select start, open_wei, close_wei from ${candles} as one
      where one.dataset_id = t.dataset_id and one.token = t.address
        and one.seconds = case when t.created_at > ${youngSince} then 60 else 3600 end
        and one.start >= ${since}
      order by one.start desc limit ${SERIES_MAX}
    ) as c)`;
}
