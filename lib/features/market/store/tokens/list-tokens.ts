import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import { ethUsdNow } from "../eth-rates";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type {
  ListPosition,
  RankFigures,
  SortDirection,
  TokenListRow,
  TokenOrder,
  TokenRanges,
} from "../market";
import { tokenRanks } from "../rank-tables";
import {
  big,
  bigColumn,
  hexArray,
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

/**
 * One token by its key. `limit 1` forces an index lookup per key, whatever the planner estimates.
 */
export function rowOf(datasetId: SQL, address: SQL): SQL {
  return sql`(select * from ${tokens} as one
    where one.dataset_id = ${datasetId} and one.address = ${address} limit 1)`;
}

type Order = { keys: readonly string[]; hasTies: boolean };

/** The columns of each order, largest first; the address breaks ties where they are possible. */
const ORDERS: Partial<Record<TokenOrder, Order>> = {
  marketCap: { keys: ["market_cap_wei"], hasTies: true },
  newest: { keys: ["created_block", "created_log_index"], hasTies: false },
  volume24h: { keys: ["volume_24h_wei"], hasTies: true },
  priceChange24h: { keys: ["price_change_24h_e6"], hasTies: true },
};

/** The columns of each order in `token_ranks`, as of the last minute. */
const RANKS: Record<TokenOrder, Order> = {
  marketCap: { keys: ["market_cap_wei"], hasTies: true },
  newest: { keys: ["created_at"], hasTies: true },
  volume24h: { keys: ["volume_24h_wei"], hasTies: true },
  priceChange24h: { keys: ["change_24h_e6"], hasTies: true },
  priceChange5m: { keys: ["change_5m_e6"], hasTies: true },
  priceChange1h: { keys: ["change_1h_e6"], hasTies: true },
  priceChange6h: { keys: ["change_6h_e6"], hasTies: true },
  trades24h: { keys: ["trades_24h"], hasTies: true },
  holders: { keys: ["holders"], hasTies: true },
  liquidity: { keys: ["liquidity_wei"], hasTies: true },
  creatorShare: { keys: ["creator_bps"], hasTies: true },
};

/** Orders that are exact, because the tokens themselves have an index for them. */
export function isExactOrder(order: TokenOrder): boolean {
  return ORDERS[order] !== undefined;
}

const RANGE_COLUMNS = {
  marketCapWei: "market_cap_wei",
  volume24hWei: "volume_24h_wei",
  liquidityWei: "liquidity_wei",
  createdAt: "created_at",
  holders: "holders",
  creatorBps: "creator_bps",
} as const satisfies Record<keyof TokenRanges, string>;

/**
 * The `order by` of an order. The direction also applies to ties, so that one index serves both.
 */
function orderBy({ keys, hasTies }: Order, direction: SortDirection, table = ""): SQL {
  const [forward, backward] = direction === "desc" ? ["desc", "asc"] : ["asc", "desc"];
  const columns = [
    ...keys.map((key) => `${table}${key} ${forward}`),
    ...(hasTies ? [`${table}address ${backward}`] : []),
  ];
  return sql.raw(columns.join(", "));
}

/** A value as a parameter of its column's type, so that its index is used. */
function columnValue(column: string, value: unknown): SQL {
  return sql`${String(value)}::${sql.raw(/_(wei|e6)$/.test(column) ? "numeric" : "bigint")}`;
}

/**
 * What comes after a position, as conditions that are disjoint ranges of the order's index: the
 * rest of its ties, and everything beyond them.
 */
function conditionsAfter(
  { keys, hasTies }: Order,
  direction: SortDirection,
  after: ListPosition | undefined,
  addressColumn: string,
): SQL[] {
  if (after === undefined) return [sql``];
  const columns = sql.raw(`(${keys.join(", ")})`);
  const values = sql.join(
    after.keys.map((value, place) => columnValue(keys[place] ?? "", value)),
    sql`, `,
  );
  const [beyond, tie] = direction === "desc" ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  const rest = sql`and ${columns} ${beyond} (${values})`;
  if (!hasTies) return [rest];
  const address = sql.raw(addressColumn);
  return [sql`and ${columns} = (${values}) and ${address} ${tie} ${hexParam(after.address)}`, rest];
}

export type TokenListQuery = HiddenToo & {
  chainId: number;
  order: TokenOrder;
  /** Default `desc`; also applies to ties. */
  direction?: SortDirection | undefined;
  manager?: Address | undefined;
  /** The creator wallet or the holder of the fee stream. */
  ownerAddress?: Address | undefined;
  /** Only these tokens; not together with another filter or `after`. */
  addresses?: readonly Address[] | undefined;
  /** Bounds as of the last minute; not together with `manager` or `ownerAddress`. */
  ranges?: TokenRanges | undefined;
  limit: number;
  offset: number;
  /** Continues after this token of the same order and direction; `offset` counts from there. */
  after?: ListPosition | undefined;
  /** Adds `figures`. */
  figures?: boolean | undefined;
  /** Adds `candles` from `since`: minutes for tokens created after `youngSince`. Unix seconds. */
  series?: { since: number; youngSince: number } | undefined;
};

/**
 * One page of a chain's tokens, in one statement that reads an index in its order. Selects the keys
 * of the page first, where possible from the index alone, so that a deep offset skips index entries
 * and not rows; a page after a position starts in the index there. Orders without an index of the
 * tokens, and ranges, read `token_ranks`: ranges are checked along the index, at most once through.
 */
export async function listTokens(db: Database, query: TokenListQuery): Promise<TokenListRow[]> {
  const { chainId, order, direction = "desc" } = query;
  const exact = query.ranges === undefined ? ORDERS[order] : undefined;
  const by = exact ?? RANKS[order];
  const page =
    exact === undefined
      ? rankedPage(query)
      : query.addresses === undefined
        ? exactPage(query, exact)
        : namedPage(query, exact, query.addresses);
  const rows = sql`(${page}) as k cross join lateral ${rowOf(sql`k.dataset_id`, sql`k.address`)} as t`;
  const keys = sql.join(
    by.keys.map((key) => sql`${sql.raw(`k.${key}`)}::text`),
    sql`, `,
  );
  const columns = sql`${LIST_COLUMNS}, ${ethUsdNow(chainId)} as "ethUsdE18", concat_ws(' ', ${keys}) as keys`;
  const withFigures =
    query.figures === true
      ? sql`left join ${tokenRanks} as r on r.dataset_id = t.dataset_id and r.token = t.address`
      : sql``;
  const figures = query.figures === true ? FIGURE_COLUMNS : sql``;
  const drawn =
    query.series === undefined ? sql`` : sql`cross join lateral ${seriesOf(query.series)} as s`;
  const candlesOf = query.series === undefined ? sql`` : sql`, s.candles`;
  return readRows(
    db,
    readPageRow,
    sql`select ${columns} ${figures} ${candlesOf} from ${rows} ${withFigures} ${drawn}
      order by ${orderBy(by, direction, "k.")}`,
  );
}

/** Keys of a page, from the indexes of the tokens. An owner matches two columns: two index reads. */
function exactPage(query: TokenListQuery, by: Order): SQL {
  const { chainId, direction = "desc", manager, ownerAddress, limit, offset, after } = query;
  const keys = sql.raw(by.keys.join(", "));
  const order = orderBy(by, direction);
  const ofManager = manager === undefined ? sql`` : sql`and manager = ${hexParam(manager)}`;
  const owner = ownerAddress === undefined ? null : hexParam(ownerAddress);
  const owners =
    owner === null
      ? [sql``]
      : [sql`and creator = ${owner}`, sql`and owner = ${owner} and owner <> creator`];
  const parts = owners.flatMap((ofOwner) =>
    conditionsAfter(by, direction, after, "address").map(
      (condition) => sql`
        select dataset_id, address, ${keys} from ${tokens}
        where dataset_id = ${liveDataset(chainId)} and ${isListed(query, sql`address`)}
          ${ofManager} ${ofOwner} ${condition} order by ${order}`,
    ),
  );
  return mergedParts(parts, order, limit, offset);
}

/** Keys of named tokens, each by its key. */
function namedPage(query: TokenListQuery, by: Order, addresses: readonly Address[]): SQL {
  const { chainId, direction = "desc", limit, offset } = query;
  const keys = sql.raw(by.keys.map((key) => `t.${key}`).join(", "));
  return sql`
    select t.dataset_id, t.address, ${keys} from unnest(${hexArray(addresses)}) as named(address)
    cross join lateral ${rowOf(liveDataset(chainId), sql`named.address`)} as t
    where ${isListed(query, sql`t.address`)}
    order by ${orderBy(by, direction)} limit ${limit} offset ${offset}`;
}

/** Keys of a page, from `token_ranks`. */
function rankedPage(query: TokenListQuery): SQL {
  const { chainId, order, direction = "desc", ranges = {}, limit, offset, after } = query;
  const by = RANKS[order];
  const keys = sql.raw(by.keys.join(", "));
  const bounds = Object.entries(RANGE_COLUMNS).flatMap(([name, column]) => {
    const { min, max }: { min?: unknown; max?: unknown } =
      new Map(Object.entries(ranges)).get(name) ?? {};
    const bound = (value: unknown, sign: ">=" | "<=") =>
      value === undefined
        ? []
        : [sql`and ${sql.raw(column)} ${sql.raw(sign)} ${columnValue(column, value)}`];
    return [...bound(min, ">="), ...bound(max, "<=")];
  });
  const within = bounds.length === 0 ? sql`` : sql.join(bounds, sql` `);
  const parts = conditionsAfter(by, direction, after, "token").map(
    (condition) => sql`
      select dataset_id, token as address, ${keys} from ${tokenRanks}
      where dataset_id = ${liveDataset(chainId)} and ${isListed(query, sql`token`)}
        ${within} ${condition} order by ${orderBy(by, direction)}`,
  );
  return mergedParts(parts, orderBy(by, direction), limit, offset);
}

/** A page of disjoint parts that are each in the order. */
function mergedParts(parts: readonly SQL[], order: SQL, limit: number, offset: number): SQL {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return sql`${only} limit ${limit} offset ${offset}`;
  const bounded = parts.map((part) => sql`(${part} limit ${offset + limit})`);
  return sql`${sql.join(bounded, sql` union all `)}
    order by ${order} limit ${limit} offset ${offset}`;
}

/** Figures of a token without ranks, such as one of an older dataset, are zero. */
const FIGURE_COLUMNS = sql`, true as "hasFigures", t.sqrt_price_x96 as "sqrtPriceX96", t.holders,
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

function readPageRow(row: RawRow): TokenListRow {
  const base = row.candles === undefined ? readPricedRow(row) : readDrawnRow(row);
  const keys = text(row.keys).split(" ").map(BigInt);
  // Not copied: fifty rows would cost more than reading them.
  return Object.assign(
    base,
    { position: { keys, address: base.address } },
    row.hasFigures === true ? { figures: readFigures(row) } : null,
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
