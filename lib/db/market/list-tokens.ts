import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { candles, ethPrices } from "../schema/market-series";
import { liveModel } from "./live-model";
import type { Market, TokenListRow } from "./market";
import { bigColumn, hexColumn, hexParam, intColumn, readRows } from "./raw-columns";

/** Buckets of a token that are read for its sparkline at most. */
const SERIES_MAX = 200;

/** What lists show of the table that goes by `t`. */
export const LIST_COLUMNS = sql`t.address, t.symbol, t.name, t.market_cap_wei, t.created_at,
  t.start_time, t.image, t.description, t.volume_24h_wei, t.price_change_24h_e6`;

export const listRow = z
  .object({
    address: hexColumn,
    symbol: z.string(),
    name: z.string(),
    market_cap_wei: bigColumn,
    created_at: intColumn,
    start_time: intColumn,
    image: z.string().nullable(),
    description: z.string().nullable(),
    volume_24h_wei: bigColumn,
    price_change_24h_e6: bigColumn,
  })
  .transform((row) => ({
    address: row.address,
    symbol: row.symbol,
    name: row.name,
    marketCapWei: row.market_cap_wei,
    createdAt: row.created_at,
    startTime: row.start_time,
    image: row.image,
    description: row.description,
    volume24hWei: row.volume_24h_wei,
    priceChange24hE6: row.price_change_24h_e6,
  }));

/** A token of a list with the price of ether on its chain. */
const pricedRow = z
  .object({ eth_usd_e18: bigColumn.nullable() })
  .and(listRow)
  .transform(({ eth_usd_e18: ethUsdE18, ...row }) => ({ ...row, ethUsdE18 }));

/** The same with the buckets of its sparkline. */
const drawnRow = z
  .object({
    series: z
      .array(z.tuple([z.number(), bigColumn, bigColumn]))
      .transform((rows) =>
        rows.map(([start, openWei, closeWei]) => ({ start, openWei, closeWei })),
      ),
  })
  .and(pricedRow)
  .transform(({ series, ...row }) => ({ ...row, candles: series }));

/** One token by its key: looked up for each key, whatever Postgres thinks of their number. */
export function rowOf(chain: SQL, address: SQL): SQL {
  return sql`(select * from ${tokens} as one
    where one.chain = ${chain} and one.address = ${address} limit 1)`;
}

/** The columns of each order and their directions, ties included; an index has the same. */
const ORDERS = {
  marketCap: {
    keys: sql`market_cap_wei`,
    by: sql`market_cap_wei desc, address`,
    joinedBy: sql`k.market_cap_wei desc, k.address`,
  },
  newest: {
    keys: sql`created_block, created_log_index`,
    by: sql`created_block desc, created_log_index desc`,
    joinedBy: sql`k.created_block desc, k.created_log_index desc`,
  },
  volume24h: {
    keys: sql`volume_24h_wei`,
    by: sql`volume_24h_wei desc, address`,
    joinedBy: sql`k.volume_24h_wei desc, k.address`,
  },
  priceChange24h: {
    keys: sql`price_change_24h_e6`,
    by: sql`price_change_24h_e6 desc, address`,
    joinedBy: sql`k.price_change_24h_e6 desc, k.address`,
  },
} as const;

/**
 * One page of a chain's tokens, by one statement that reads an index in its order: first the keys of
 * the page, from the index alone where Postgres can, so that a deep offset skips entries of the
 * index and not rows; then the rows. The two meanings of `ownerAddress` are two index reads that are
 * merged, so that it stays so with that filter.
 */
export async function listTokens(
  db: Database,
  query: Parameters<Market["listTokens"]>[0],
): Promise<TokenListRow[]> {
  const { chainId, order, manager, ownerAddress, limit, offset } = query;
  const { keys, by, joinedBy } = ORDERS[order];
  const ofManager = manager === undefined ? sql`` : sql`and manager = ${hexParam(manager)}`;
  const select = (condition: SQL) => sql`
    select chain, address, ${keys} from ${tokens}
    where chain = ${liveModel(chainId)} ${ofManager} ${condition} order by ${by}`;
  let page = sql`${select(sql``)} limit ${limit} offset ${offset}`;
  if (ownerAddress !== undefined) {
    const address = hexParam(ownerAddress);
    const created = sql`${select(sql`and creator = ${address}`)} limit ${offset + limit}`;
    const held = sql`${select(sql`and owner = ${address} and owner <> creator`)}
      limit ${offset + limit}`;
    page = sql`(${created}) union all (${held}) order by ${by} limit ${limit} offset ${offset}`;
  }
  const rows = sql`(${page}) as k cross join lateral ${rowOf(sql`k.chain`, sql`k.address`)} as t`;
  const columns = sql`${LIST_COLUMNS}, (select p.usd_e18 from ${ethPrices} as p
    where p.chain_id = ${chainId}) as eth_usd_e18`;
  if (query.series === undefined) {
    return readRows(db, pricedRow, sql`select ${columns} from ${rows} order by ${joinedBy}`);
  }
  return readRows(
    db,
    drawnRow,
    sql`select ${columns}, s.series from ${rows} cross join lateral ${seriesOf(query.series)} as s
      order by ${joinedBy}`,
  );
}

/** The buckets of the token that goes by `t`, a range of one index: minutes while it is young. */
function seriesOf({ since, youngSince }: { since: number; youngSince: number }): SQL {
  return sql`(select coalesce(
      json_agg(json_build_array(c.start, c.open_wei::text, c.close_wei::text) order by c.start), '[]'
    ) as series from (
      select start, open_wei, close_wei from ${candles} as one
      where one.chain = t.chain and one.token = t.address
        and one.seconds = case when t.created_at > ${youngSince} then 60 else 3600 end
        and one.start >= ${since}
      order by one.start desc limit ${SERIES_MAX}
    ) as c)`;
}
