import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import { hexArray } from "./tables/raw-columns";

/** Tokens of a query's chain that are hidden besides those of the database. */
export type HiddenToo = { hiddenToo?: readonly Address[] | undefined };

/**
 * Whether an address is not one of a chain's hidden tokens. The subquery does not depend on the row,
 * so that Postgres runs it once and keeps the order of the index.
 * @param hidden the addresses of `hiddenToo`; a placeholder in a prepared statement
 */
export function isListed(
  { chainId, hiddenToo = [] }: { chainId: number } & HiddenToo,
  address: SQL,
  hidden: SQL = hexArray(hiddenToo),
): SQL {
  const others =
    hiddenToo.length === 0
      ? sql``
      : sql` union all select listed.address from unnest(${hidden}) as listed(address)`;
  return sql`${address} not in (select h.address from moderation.tokens as h
    where h.chain_id = ${chainId} and h.state = 'hidden'${others})`;
}
