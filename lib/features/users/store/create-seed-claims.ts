import { count, eq } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { SeedClaims } from "@/lib/drivers/secrets/open-realm-seed";
import type { Realm } from "@/lib/shared/realm";
import { managedWallets, walletSeeds } from "./wallet-tables";

/** Records in Postgres which seed derives the wallets of a realm. The first claim wins. */
export function createSeedClaims(db: Executor, now: () => Date, realm: Realm): SeedClaims {
  async function find(): Promise<string | null> {
    const [claim] = await db
      .select({ seedId: walletSeeds.seedId })
      .from(walletSeeds)
      .where(eq(walletSeeds.realm, realm));
    return claim?.seedId ?? null;
  }
  return {
    find,
    async isClaimed(seedId) {
      const rows = await db
        .select({ realm: walletSeeds.realm })
        .from(walletSeeds)
        .where(eq(walletSeeds.seedId, seedId));
      return rows.length > 0;
    },
    async claim(seedId) {
      await db
        .insert(walletSeeds)
        .values({ realm, seedId, createdAt: now() })
        .onConflictDoNothing();
      return find();
    },
    async countWallets(seedId) {
      const [row] = await db
        .select({ wallets: count() })
        .from(managedWallets)
        .where(eq(managedWallets.seedId, seedId));
      return row?.wallets ?? 0;
    },
  };
}
