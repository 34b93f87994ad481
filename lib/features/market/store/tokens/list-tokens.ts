import type { Database } from "@/lib/drivers/db/create-database";
import type { ListPosition, TokenListRow } from "../market";
import { orNull, text } from "../tables/raw-columns";
import type { ListMarks } from "./list-marks";
import { ORDERS } from "./list-orders";
import type { PageQuery, TokenListQuery } from "./list-query";
import { readListRecords, withMembers } from "./list-rows";
import { tokenPage, valuesOf } from "./list-statement";

/**
 * One page of a chain's tokens. A page far down a list starts at a remembered position, if there is
 * one of the same state of the list.
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
