import { and, desc, eq, or } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { WatchedToken } from "../rules/watchlist";
import { lockAccounts } from "./lock-accounts";
import { watchedTokens } from "./tables";
import { trimWatchlist } from "./watchlist-rows";

/** Watchlists of accounts in Postgres. */
export function createWatchlistStore(db: Database) {
  return {
    /** The tokens of an account, newest first. */
    list: (accountId: string): Promise<WatchedToken[]> => listWatched(db, accountId),
    /**
     * Adds and removes tokens. A token that is in the list already keeps its place; above the
     * maximum the oldest are removed.
     * @param change.add newest first
     * @returns the tokens after the change, newest first; null when there is no such account
     */
    change: (
      accountId: string,
      { add, remove }: { add: readonly WatchedToken[]; remove: readonly WatchedToken[] },
    ): Promise<WatchedToken[] | null> =>
      db.transaction(async (tx) => {
        if ((await lockAccounts(tx, [accountId])) === 0) return null;
        if (remove.length > 0) {
          const isRemoved = remove.map(({ chain, address }) =>
            and(eq(watchedTokens.chain, chain), eq(watchedTokens.address, address)),
          );
          await tx
            .delete(watchedTokens)
            .where(and(eq(watchedTokens.accountId, accountId), or(...isRemoved)));
        }
        if (add.length > 0) {
          await tx
            .insert(watchedTokens)
            .values(add.toReversed().map((token) => ({ accountId, ...token })))
            .onConflictDoNothing();
          await trimWatchlist(tx, accountId);
        }
        return listWatched(tx, accountId);
      }),
  };
}

function listWatched(db: Executor, accountId: string): Promise<WatchedToken[]> {
  return db
    .select({ chain: watchedTokens.chain, address: watchedTokens.address })
    .from(watchedTokens)
    .where(eq(watchedTokens.accountId, accountId))
    .orderBy(desc(watchedTokens.place));
}

export type WatchlistStore = ReturnType<typeof createWatchlistStore>;
