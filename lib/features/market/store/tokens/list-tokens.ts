import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { ethUsdNow } from "../eth-rates";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { ListPosition, SortDirection, TokenListRow, TokenOrder, TokenRanges } from "../market";
import { tokenRanks } from "../rank-tables";
import { bytesOf, orNull, text } from "../raw-columns";
import { candles } from "../series-tables";
import { checkpoints, tokens } from "../tables";
import type { ListMarks } from "./list-marks";
import {
  addressValue,
  boundsOf,
  columnValue,
  conditionsAfter,
  ORDERS,
  type Order,
  orderBy,
  RANKS,
} from "./list-orders";
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

/** The page of an order. */
const WINDOW = sql`limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

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
export async function listTokens(
  db: Database,
  marks: ListMarks,
  query: TokenListQuery,
): Promise<TokenListRow[]> {
  return isDeep(query) ? listDeep(db, marks, query) : (await readPage(db, query)).rows;
}

/** A page from this offset on uses marks: skipping fewer tokens costs less than the state. */
const DEEP = 500;

/**
 * Whether a page is far down a whole list in an order that changes only with `stateOf`, which does not
 * include the tokens of `hiddenToo`.
 */
function isDeep(query: TokenListQuery): boolean {
  const { order, offset, hiddenToo = [], ...rest } = query;
  const parts = [rest.after, rest.ranges, rest.addresses, rest.manager, rest.ownerAddress];
  if (offset < DEEP || ORDERS[order] === undefined) return false;
  return hiddenToo.length === 0 && parts.every((part) => part === undefined);
}

async function listDeep(
  db: Database,
  marks: ListMarks,
  query: TokenListQuery,
): Promise<TokenListRow[]> {
  const { chainId, order, direction = "desc", offset } = query;
  const list = [chainId, order, direction].join();
  const hint = marks.hint(list, offset);
  const { after, offset: from } = hint?.mark ?? { after: undefined, offset: 0 };
  const limit = hint?.isPastEnd === true ? 0 : query.limit;
  const deep = { ...query, withState: true };
  let page = await readPage(db, { ...deep, limit, after, offset: offset - from });
  const isHinted = hint !== null && (hint.mark !== null || hint.isPastEnd);
  if (isHinted && page.state !== hint.state) page = await readPage(db, deep);
  const { rows, state, last } = page;
  if (state === null) return rows;
  if (last === null) marks.addEnd(list, state, offset);
  else marks.add(list, state, { offset: offset + rows.length, after: last });
  return rows;
}

type PageQuery = TokenListQuery & {
  /** Adds the state of the list and the position of the last row. */
  withState?: boolean;
};

type Page = { rows: TokenListRow[]; state: string | null; last: ListPosition | null };

async function readPage(db: Database, query: PageQuery): Promise<Page> {
  const [page] = await tokenPage(db, query, valuesOf(query));
  const bare = readListRecords(page?.records ?? null);
  const added = page?.members;
  const rows = Array.isArray(added) ? bare.map((row, at) => withMembers(row, added[at])) : bare;
  const address = bare.at(-1)?.address;
  const keys = orNull(text, page?.last ?? null);
  return {
    rows,
    state: orNull(text, page?.state ?? null),
    last: address && keys ? { keys: keys.split(" ").map(BigInt), address } : null,
  };
}

const tokenPage = prepareShapes({ shapeOf, build: pageStatement });

/** The shape of the statement: the options of the query, and the names of its values. */
function shapeOf(query: PageQuery, values: Record<string, unknown>): string {
  const { chainId, order, direction, prices, figures, positions, ranges, offset } = query;
  const flags = [prices, figures, positions, ranges !== undefined, offset === 0, query.withState];
  return [chainId, order, direction, ...flags, ...Object.keys(values)].join();
}

/**
 * A version that changes whenever a chain's tokens, their order or the hidden ones may change. It
 * contains the version of the checkpoint's row, which every writer of the dataset updates in the
 * same transaction.
 */
function stateOf(chainId: number): SQL {
  return sql`(select concat_ws(' ', c.dataset_id, c.xmin,
      (select bit_xor(hashtextextended(encode(h.address, 'hex'), 0)) from moderation.tokens as h
        where h.chain_id = ${chainId} and h.state = 'hidden'))
    from ${checkpoints} as c where c.dataset_id = ${liveDataset(chainId)})`;
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

/**
 * The page as one row with its records, because reading many columns takes longer than the query. The
 * subquery gives both aggregates the rows in the order of the page.
 */
function pageStatement(query: PageQuery): SQL {
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
  const each = [
    members === null ? [] : [sql`, ${members} as members`],
    query.withState === true ? [sql`, ${keysText(by, keys)} as keys`] : [],
  ].flat();
  const all = [
    members === null ? [] : [sql`, json_agg(page.members) as members`],
    query.withState === true
      ? [sql`, (array_agg(page.keys))[count(*)] as last, ${stateOf(query.chainId)} as state`]
      : [],
  ].flat();
  return sql`select string_agg(page.record, ${LINE_BREAK}) as records ${sql.join(all)} from (
    select ${LIST_RECORD} as record ${sql.join(each)} from ${rows} ${ranked} ${drawn}
    order by ${orderBy(by, direction, keys)}) as page`;
}

/**
 * The fields that the query adds to each row, as a JSON object; null for none.
 * @param keys prefix of the columns of the order
 */
function membersOf(
  { chainId, prices, figures, positions, series }: TokenListQuery,
  by: Order,
  keys: string,
): SQL | null {
  const members = [
    positions === true ? [sql`'keys', ${keysText(by, keys)}`] : [],
    prices === true ? [sql`'ethUsdE18', (${ethUsdNow(chainId)})::text`] : [],
    figures === true ? [FIGURE_MEMBERS] : [],
    series === undefined ? [] : [sql`'candles', s.candles`],
  ].flat();
  return members.length === 0 ? null : sql`json_build_object(${sql.join(members, sql`, `)})`;
}

/** The values of an order's columns. */
function keysText(by: Order, prefix: string): SQL {
  return sql`concat_ws(' ', ${sql.raw(by.keys.map((key) => `${prefix}${key}::text`).join(", "))})`;
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
