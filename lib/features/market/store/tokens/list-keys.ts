import { type SQL, sql } from "drizzle-orm";
import { isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import { tokenRanks } from "../tables/rank-tables";
import { tokens } from "../tables/tables";
import {
  addressValue,
  boundsOf,
  columnValue,
  conditionsAfter,
  type Order,
  orderBy,
  RANKS,
} from "./list-orders";
import type { TokenListQuery } from "./list-query";
import { rowOf } from "./row-of";

/** The page of an order. */
const WINDOW = sql`limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

/** Keys of the page in an order of the tokens. */
export function keysOfPage(query: TokenListQuery, exact: Order): SQL {
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
export function exactPage(query: TokenListQuery, by: Order, columns: SQL): SQL {
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
export function rankedPage(query: TokenListQuery): SQL {
  const { chainId, order, direction = "desc", ranges = {}, after } = query;
  const by = RANKS[order];
  const keys = sql.raw(by.keys.join(", "));
  const bounds = boundsOf(ranges).map(
    ({ name, column, sign }) =>
      sql`and ${sql.raw(`${column} ${sign}`)} ${columnValue(column, name)}`,
  );
  // Until its first refresh, a new token has shares and holders of 0: nothing was checked yet.
  const needsRefresh =
    (direction === "asc" && (order === "creatorShare" || order === "holders")) ||
    boundsOf(ranges).some(
      ({ column, sign }) => sign === "<=" && (column === "holders" || column.endsWith("_bps")),
    );
  if (needsRefresh) bounds.push(sql`and holders > 0`);
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
