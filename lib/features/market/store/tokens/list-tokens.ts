import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { ethUsdNow } from "../eth-rates";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { ListPosition, SortDirection, TokenListRow, TokenOrder, TokenRanges } from "../market";
import { tokenRanks } from "../rank-tables";
import { bytesOf } from "../raw-columns";
import { candles } from "../series-tables";
import { tokens } from "../tables";
import { FIGURE_MEMBERS, LINE_BREAK, LIST_RECORD, readListRecords, withMembers } from "./list-rows";

/** Maximum buckets of a token read for its sparkline. */
const SERIES_MAX = 200;

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

/** The page of an order. */
const WINDOW = sql`limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

const RANGE_COLUMNS = {
  marketCapWei: "market_cap_wei",
  volume24hWei: "volume_24h_wei",
  liquidityWei: "liquidity_wei",
  createdAt: "created_at",
  holders: "holders",
  creatorBps: "creator_bps",
  topHoldersBps: "top_holders_bps",
  firstBlockBps: "first_block_bps",
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

/** A value of the query as a parameter of its column's type, so that its index is used. */
function columnValue(column: string, name: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(/_(wei|e6)$/.test(column) ? "numeric" : "bigint")}`;
}

/** An address of the query. */
function addressValue(name: string): SQL {
  return sql`${sql.placeholder(name)}::bytea`;
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
    after.keys.map((_, place) => columnValue(keys[place] ?? "", `after${place}`)),
    sql`, `,
  );
  const [beyond, tie] = direction === "desc" ? [sql`<`, sql`>`] : [sql`>`, sql`<`];
  const rest = sql`and ${columns} ${beyond} (${values})`;
  if (!hasTies) return [rest];
  const address = sql.raw(addressColumn);
  return [sql`and ${columns} = (${values}) and ${address} ${tie} ${addressValue("after")}`, rest];
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
  /** Adds `ethUsdE18`. */
  prices?: boolean | undefined;
  /** Adds `figures`. */
  figures?: boolean | undefined;
  /** Adds `position`. */
  positions?: boolean | undefined;
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
  const [page] = await tokenPage(db, query, valuesOf(query));
  const rows = readListRecords(page?.records ?? null);
  const added = page?.members;
  return Array.isArray(added) ? rows.map((row, at) => withMembers(row, added[at])) : rows;
}

const tokenPage = prepareShapes({ shapeOf, build: pageStatement });

/** What decides the statement besides the values: which of them there are. */
function shapeOf(query: TokenListQuery, values: Record<string, unknown>): string {
  const { chainId, order, direction, prices, figures, positions, ranges, offset } = query;
  const flags = [prices, figures, positions, ranges !== undefined, offset === 0];
  return [chainId, order, direction, ...flags, ...Object.keys(values)].join();
}

/** The values of `pageStatement`, only those that it has. */
function valuesOf(query: TokenListQuery): Record<string, unknown> {
  const { limit, offset, manager, ownerAddress, addresses, hiddenToo = [], after, series } = query;
  const values: Record<string, unknown> = { limit, offset, upTo: offset + limit, ...series };
  if (manager !== undefined) values.manager = bytesOf(manager);
  if (ownerAddress !== undefined) values.owner = bytesOf(ownerAddress);
  if (addresses !== undefined) values.addresses = addresses.map(bytesOf);
  if (hiddenToo.length > 0) values.hidden = hiddenToo.map(bytesOf);
  if (after !== undefined) values.after = bytesOf(after.address);
  for (const [place, key] of (after?.keys ?? []).entries()) values[`after${place}`] = String(key);
  if (query.ranges !== undefined) {
    for (const { name, value } of boundsOf(query.ranges)) values[name] = value;
  }
  return values;
}

/** The bounds of ranges, each with the name of its value. */
function boundsOf(ranges: TokenRanges) {
  const all = new Map<string, { min?: unknown; max?: unknown }>(Object.entries(ranges));
  return Object.entries(RANGE_COLUMNS).flatMap(([range, column]) => {
    const { min, max } = all.get(range) ?? {};
    const bound = (value: unknown, name: string, sign: ">=" | "<=") =>
      value === undefined ? [] : [{ name, column, sign, value: String(value) }];
    return [...bound(min, `${range}Min`, ">="), ...bound(max, `${range}Max`, "<=")];
  });
}

/**
 * The page as one row with its records, because reading many columns takes longer than the query. The
 * subquery gives both aggregates the rows in the order of the page.
 */
function pageStatement(query: TokenListQuery): SQL {
  const { order, direction = "desc", ranges, series, figures } = query;
  const exact = ranges === undefined ? ORDERS[order] : undefined;
  const by = exact ?? RANKS[order];
  const { rows, keys } = pageRows(query, exact);
  const members = membersOf(query, by, keys);
  const drawn = series === undefined ? sql`` : sql`cross join lateral ${SERIES} as s`;
  const ranked =
    figures === true
      ? sql`left join ${tokenRanks} as r on r.dataset_id = t.dataset_id and r.token = t.address`
      : sql``;
  const added = members === null ? sql`` : sql`, ${members} as members`;
  const addedAll = members === null ? sql`` : sql`, json_agg(page.members) as members`;
  return sql`select string_agg(page.record, ${LINE_BREAK}) as records ${addedAll} from (
    select ${LIST_RECORD} as record ${added} from ${rows} ${ranked} ${drawn}
    order by ${orderBy(by, direction, keys)}) as page`;
}

/**
 * What the query adds to each row, as a JSON object; null for nothing.
 * @param keys prefix of the columns of the order
 */
function membersOf(
  { chainId, prices, figures, positions, series }: TokenListQuery,
  by: Order,
  keys: string,
): SQL | null {
  const values = sql.raw(by.keys.map((key) => `${keys}${key}::text`).join(", "));
  const members = [
    positions === true ? [sql`'keys', concat_ws(' ', ${values})`] : [],
    prices === true ? [sql`'ethUsdE18', (${ethUsdNow(chainId)})::text`] : [],
    figures === true ? [FIGURE_MEMBERS] : [],
    series === undefined ? [] : [sql`'candles', s.candles`],
  ].flat();
  return members.length === 0 ? null : sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/** The rows of the page with alias `t`, and the prefix of the columns of its order. */
function pageRows(query: TokenListQuery, exact: Order | undefined): { rows: SQL; keys: string } {
  // Without an offset nothing is skipped, so one scan reads keys and rows.
  if (exact !== undefined && query.addresses === undefined && query.offset === 0) {
    return { rows: sql`(${exactPage(query, exact, sql`*`)}) as t`, keys: "t." };
  }
  const page = exact === undefined ? rankedPage(query) : keysOfPage(query, exact);
  const row = rowOf(sql`k.dataset_id`, sql`k.address`);
  return { rows: sql`(${page}) as k cross join lateral ${row} as t`, keys: "k." };
}

function keysOfPage(query: TokenListQuery, exact: Order): SQL {
  if (query.addresses !== undefined) return namedPage(query, exact);
  return exactPage(query, exact, sql.raw(["dataset_id", "address", ...exact.keys].join(", ")));
}

/** Whether the query lists a token of its chain. */
function isShown(query: TokenListQuery, address: SQL): SQL {
  return isListed(query, address, sql`${sql.placeholder("hidden")}::bytea[]`);
}

/**
 * Columns of a page, from the indexes of the tokens. An owner matches two columns: two index reads.
 */
function exactPage(query: TokenListQuery, by: Order, columns: SQL): SQL {
  const { chainId, direction = "desc", manager, ownerAddress, after } = query;
  const order = orderBy(by, direction);
  const ofManager = manager === undefined ? sql`` : sql`and manager = ${addressValue("manager")}`;
  const owner = addressValue("owner");
  const owners =
    ownerAddress === undefined
      ? [sql``]
      : [sql`and creator = ${owner}`, sql`and owner = ${owner} and owner <> creator`];
  const parts = owners.flatMap((ofOwner) =>
    conditionsAfter(by, direction, after, "address").map(
      (condition) => sql`
        select ${columns} from ${tokens}
        where dataset_id = ${liveDataset(chainId)} and ${isShown(query, sql`address`)}
          ${ofManager} ${ofOwner} ${condition} order by ${order}`,
    ),
  );
  return mergedParts(parts, order);
}

/** Keys of named tokens, each by its key. */
function namedPage(query: TokenListQuery, by: Order): SQL {
  const { chainId, direction = "desc" } = query;
  const keys = sql.raw(by.keys.map((key) => `t.${key}`).join(", "));
  return sql`
    select t.dataset_id, t.address, ${keys} from unnest(${sql.placeholder("addresses")}::bytea[]) as named(address)
    cross join lateral ${rowOf(liveDataset(chainId), sql`named.address`)} as t
    where ${isShown(query, sql`t.address`)}
    order by ${orderBy(by, direction)} ${WINDOW}`;
}

/** Keys of a page, from `token_ranks`. */
function rankedPage(query: TokenListQuery): SQL {
  const { chainId, order, direction = "desc", ranges = {}, after } = query;
  const by = RANKS[order];
  const keys = sql.raw(by.keys.join(", "));
  const bounds = boundsOf(ranges).map(
    ({ name, column, sign }) =>
      sql`and ${sql.raw(`${column} ${sign}`)} ${columnValue(column, name)}`,
  );
  const within = bounds.length === 0 ? sql`` : sql.join(bounds, sql` `);
  const parts = conditionsAfter(by, direction, after, "token").map(
    (condition) => sql`
      select dataset_id, token as address, ${keys} from ${tokenRanks}
      where dataset_id = ${liveDataset(chainId)} and ${isShown(query, sql`token`)}
        ${within} ${condition} order by ${orderBy(by, direction)}`,
  );
  return mergedParts(parts, orderBy(by, direction));
}

/** A page of disjoint parts that are each in the order. */
function mergedParts(parts: readonly SQL[], order: SQL): SQL {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return sql`${only} ${WINDOW}`;
  const bounded = parts.map((part) => sql`(${part} limit ${sql.placeholder("upTo")})`);
  return sql`${sql.join(bounded, sql` union all `)} order by ${order} ${WINDOW}`;
}

/** The buckets of the token with alias `t`, a range of one index: minutes while it is young. */
const SERIES = sql`(select coalesce(
    json_agg(json_build_array(c.start, c.open_wei::text, c.close_wei::text) order by c.start), '[]'
  ) as candles from (
    select start, open_wei, close_wei from ${candles} as one
    where one.dataset_id = t.dataset_id and one.token = t.address
      and one.seconds = case when t.created_at > ${sql.placeholder("youngSince")} then 60 else 3600 end
      and one.start >= ${sql.placeholder("since")}
    order by one.start desc limit ${SERIES_MAX}
  ) as c)`;
