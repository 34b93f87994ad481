import type { QueryClient } from "@tanstack/react-query";

/** First part of the key of the cost of a launch that a wallet pays, which has its balance. */
export const LAUNCH_COST = "launch-cost";

/** The first parts of the keys of queries that contain balances of wallets. */
const BALANCES = new Set<unknown>(["ether", "trade-balances", "own-earnings", LAUNCH_COST]);

export function hasBalances({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean {
  return BALANCES.has(name);
}

/** Reloads every balance on the page, after a transaction that changes one. */
export async function refreshBalances(queries: QueryClient): Promise<void> {
  // A first request that started before the transaction may return the old balance, and a refetch
  // would join it.
  await queries.cancelQueries({ predicate: hasBalances });
  await queries.invalidateQueries({ predicate: hasBalances });
}
