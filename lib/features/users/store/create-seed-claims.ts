import { eq } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { SeedClaims } from "@/lib/drivers/wallets/open-realm-seed";
import type { Realm } from "@/lib/shared/realm";
import { walletSeeds } from "./wallet-tables";

/** Records in Postgres which seed derives the wallets of a realm. The first claim wins. */
export function createSeedClaims(db: Database, now: () => Date, realm: Realm): SeedClaims {
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
      return (await db.$count(walletSeeds, eq(walletSeeds.seedId, seedId))) > 0;
    },
    async claim(seedId) {
      await db
        .insert(walletSeeds)
        .values({ realm, seedId, createdAt: now() })
        .onConflictDoNothing();
      return find();
    },
  };
}
