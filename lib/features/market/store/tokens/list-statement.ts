import { type SQL, sql } from "drizzle-orm";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import { tokenRanks } from "../tables/rank-tables";
import { bytesOf } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { checkpoints } from "../tables/tables";
import { exactPage, keysOfPage, rankedPage } from "./list-keys";
import { boundsOf, ORDERS, type Order, orderBy, RANKS } from "./list-orders";
import type { PageQuery, TokenListQuery } from "./list-query";
import { FIGURE_MEMBERS, LINE_BREAK, LIST_RECORD } from "./list-rows";
import { rowOf } from "./row-of";

/** Maximum buckets of a token read for its sparkline. */
const SERIES_MAX = 200;

/**
 * One page of a chain's tokens, in one statement that reads an index in its order. Selects the keys
 * of the page first, where possible from the index alone, so that a deep offset skips index entries
 * and not rows; a page after a position starts in the index there. Orders without an index of the
 * tokens, and ranges, read `token_ranks`: ranges are checked along the index, at most once through.
 */
export const tokenPage = prepareShapes({ shapeOf, build: pageStatement });

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
export function valuesOf(query: TokenListQuery): Record<string, unknown> {
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
