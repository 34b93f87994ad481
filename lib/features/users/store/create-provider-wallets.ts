import { and, eq, ne } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { RecordedWallet, WalletStore } from "@/lib/drivers/wallets/wallet-store";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { providerWallets } from "./wallet-tables";

/** Wallets of external providers in Postgres. Of concurrent inserts for an identity the first wins. */
export function createProviderWallets(db: Database, now: () => Date, realm: Realm): WalletStore {
  return {
    find: (identity) => find(db, realm, identity),
    async keep(identity, wallet) {
      await db
        .insert(providerWallets)
        .values({ realm, type: identity.type, identity: identity.id, ...wallet, createdAt: now() })
        .onConflictDoNothing();
      const stored = await find(db, realm, identity);
      if (stored === null) throw new Error("A managed wallet vanished while it was stored");
      return stored;
    },
    async isElsewhere(account) {
      const others = and(eq(providerWallets.account, account), ne(providerWallets.realm, realm));
      return (await db.$count(providerWallets, others)) > 0;
    },
  };
}

async function find(
  db: Database,
  realm: Realm,
  identity: Identity,
): Promise<RecordedWallet | null> {
  const [wallet] = await db
    .select({
      account: providerWallets.account,
      userId: providerWallets.userId,
      stableId: providerWallets.stableId,
      address: providerWallets.address,
    })
    .from(providerWallets)
    .where(
      and(
        eq(providerWallets.realm, realm),
        eq(providerWallets.type, identity.type),
        eq(providerWallets.identity, identity.id),
      ),
    );
  return wallet ?? null;
}
