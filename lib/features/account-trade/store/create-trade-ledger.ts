import { and, eq, gte, inArray, ne, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import { ofRealms } from "@/lib/features/transactions/store/conditions";
import { transactions } from "@/lib/features/transactions/store/tables";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { TRADED_MS, type Traded } from "../rules/trade-limits";

export type TradeLedger = ReturnType<typeof createTradeLedger>;

/** Trades of managed wallets, from the stored transactions. Failed trades do not count. */
export function createTradeLedger(db: Database, now: () => Date, realms: Realms) {
  return {
    /**
     * Sums the trades of wallets in the last 24 hours on the chains of one network.
     * @param on the database transaction to read in
     */
    async readTraded(
      { wallets, chain }: { wallets: readonly Address[]; chain: ChainSlug },
      on: Executor = db,
    ): Promise<Traded> {
      const valueWei = sql`(payload -> 'valueWei' ->> '$bigint')::numeric`;
      const isOld = sql`not (payload ->> 'isRecent')::boolean`;
      const [sums] = await on
        .select({
          all: sql<string>`coalesce(sum(${valueWei}), 0)::text`,
          withoutSignIn: sql<string>`coalesce(sum(${valueWei}) filter (where ${isOld}), 0)::text`,
        })
        .from(transactions)
        .where(
          and(
            eq(transactions.kind, "trade"),
            inArray(transactions.owner, [...wallets]),
            inArray(transactions.chain, sameNetwork(chain)),
            ne(transactions.state, "failed"),
            gte(transactions.createdAt, new Date(now().getTime() - TRADED_MS)),
            ofRealms(realms),
          ),
        );
      return {
        allWei: BigInt(sums?.all ?? "0"),
        withoutSignInWei: BigInt(sums?.withoutSignIn ?? "0"),
      };
    },
    /** Lets one database transaction at a time add a trade of any of these wallets. */
    async lock(tx: Executor, wallets: readonly Address[]): Promise<void> {
      // In a fixed order, so that two users of the same wallet never deadlock.
      for (const wallet of [...wallets].sort()) {
        await lockName(tx, `trades:${realms.realm}:${wallet}`);
      }
    },
  };
}

function sameNetwork(chain: ChainSlug): ChainSlug[] {
  return CHAIN_SLUGS.filter((slug) => CHAINS[slug].network === CHAINS[chain].network);
}
