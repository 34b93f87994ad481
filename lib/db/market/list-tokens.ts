import { and, asc, desc, eq, ne, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import type { Market, TokenListRow } from "./market";

const listColumns = {
  address: tokens.address,
  symbol: tokens.symbol,
  name: tokens.name,
  marketCapWei: tokens.marketCapWei,
  createdAt: tokens.createdAt,
  createdBlock: tokens.createdBlock,
  createdLogIndex: tokens.createdLogIndex,
  startTime: tokens.startTime,
  image: tokens.image,
  description: tokens.description,
};

/** The columns of each order, ties included; an index of the same order serves it. */
const ORDERS = {
  marketCap: [desc(tokens.marketCapWei), asc(tokens.address)],
  newest: [desc(tokens.createdBlock), desc(tokens.createdLogIndex)],
} as const;

/**
 * One page of a chain's tokens, by one statement that reads an index in its order. The two meanings
 * of `ownerAddress` are two index reads that are merged, so that it stays so with that filter.
 */
export async function listTokens(
  db: Database,
  query: Parameters<Market["listTokens"]>[0],
): Promise<TokenListRow[]> {
  const { chainId, order, manager, ownerAddress, limit, offset } = query;
  const orderBy = ORDERS[order];
  const narrowed = [
    eq(tokens.chain, chainId),
    ...(manager === undefined ? [] : [eq(tokens.manager, manager)]),
  ];
  const select = (...conditions: SQL[]) =>
    db
      .select(listColumns)
      .from(tokens)
      .where(and(...narrowed, ...conditions))
      .orderBy(...orderBy);
  if (ownerAddress === undefined) return select().limit(limit).offset(offset);
  const created = select(eq(tokens.creator, ownerAddress)).limit(offset + limit);
  const held = select(eq(tokens.owner, ownerAddress), ne(tokens.owner, tokens.creator)).limit(
    offset + limit,
  );
  const rows = await unionAll(created, held)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  return rows;
}
