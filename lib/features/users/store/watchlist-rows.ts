import { asc, desc, eq, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { WATCHED_MAX } from "../rules/watchlist";
import { watchedTokens } from "./tables";

/**
 * Copies the watchlist of an account that is about to be removed to the account that replaces it.
 * The copied tokens are its newest, in their order. `tx` has locked both, so no change is missed.
 */
export async function carryWatchlist(
  tx: Executor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const tokens = await tx
    .select({ chain: watchedTokens.chain, address: watchedTokens.address })
    .from(watchedTokens)
    .where(eq(watchedTokens.accountId, from))
    .orderBy(asc(watchedTokens.place));
  if (tokens.length === 0) return;
  await tx
    .insert(watchedTokens)
    .values(tokens.map((token) => ({ accountId: to, ...token })))
    .onConflictDoNothing();
  await trimWatchlist(tx, to);
}

/** Removes the oldest tokens above the maximum. */
export async function trimWatchlist(tx: Executor, accountId: string): Promise<void> {
  const oldestKept = tx
    .select({ place: watchedTokens.place })
    .from(watchedTokens)
    .where(eq(watchedTokens.accountId, accountId))
    .orderBy(desc(watchedTokens.place))
    .limit(1)
    .offset(WATCHED_MAX - 1);
  await tx
    .delete(watchedTokens)
    .where(
      sql`${watchedTokens.accountId} = ${accountId} and ${watchedTokens.place} < (${oldestKept})`,
    );
}
