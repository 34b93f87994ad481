import { type SQL, sql } from "drizzle-orm";
import type { ListPosition, SortDirection, TokenOrder, TokenRanges } from "../market";

export type Order = { keys: readonly string[]; hasTies: boolean };

/**
 * The columns of the orders that the tokens themselves have an index for, largest first; the address
 * breaks ties where they are possible.
 */
export const ORDERS: Partial<Record<TokenOrder, Order>> = {
  marketCap: { keys: ["market_cap_wei"], hasTies: true },
  newest: { keys: ["created_block", "created_log_index"], hasTies: false },
  volume24h: { keys: ["volume_24h_wei"], hasTies: true },
  priceChange24h: { keys: ["price_change_24h_e6"], hasTies: true },
};

/** The columns of each order in `token_ranks`, as of the last minute. */
export const RANKS: Record<TokenOrder, Order> = {
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
export function orderBy({ keys, hasTies }: Order, direction: SortDirection, table = ""): SQL {
  const [forward, backward] = direction === "desc" ? ["desc", "asc"] : ["asc", "desc"];
  const columns = [
    ...keys.map((key) => `${table}${key} ${forward}`),
    ...(hasTies ? [`${table}address ${backward}`] : []),
  ];
  return sql.raw(columns.join(", "));
}

/** A value of the query as a parameter of its column's type, so that its index is used. */
export function columnValue(column: string, name: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(/_(wei|e6)$/.test(column) ? "numeric" : "bigint")}`;
}

/** An address of the query. */
export function addressValue(name: string): SQL {
  return sql`${sql.placeholder(name)}::bytea`;
}

/**
 * The rows after a position, as conditions that are disjoint ranges of the order's index: the rest
 * of its ties, and everything beyond them.
 */
export function conditionsAfter(
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

/** The bounds of ranges, each with the name of its value. */
export function boundsOf(ranges: TokenRanges) {
  const all = new Map<string, { min?: unknown; max?: unknown }>(Object.entries(ranges));
  return Object.entries(RANGE_COLUMNS).flatMap(([range, column]) => {
    const { min, max } = all.get(range) ?? {};
    const bound = (value: unknown, name: string, sign: ">=" | "<=") =>
      value === undefined ? [] : [{ name, column, sign, value: String(value) }];
    return [...bound(min, `${range}Min`, ">="), ...bound(max, `${range}Max`, "<=")];
  });
}
