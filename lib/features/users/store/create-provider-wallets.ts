import { and, eq, ne } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { RecordedWallet, WalletStore } from "@/lib/drivers/wallets/wallet-store";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { claimWallet, firstUsed, isNamed, keyOfPerson } from "./wallet-names";
import { providerWallets } from "./wallet-tables";

const COLUMNS = {
  account: providerWallets.account,
  userId: providerWallets.userId,
  stableId: providerWallets.stableId,
  address: providerWallets.address,
};

/** Wallets of external providers in Postgres. Of concurrent inserts for an identity the first wins. */
export function createProviderWallets(db: Database, now: () => Date, realm: Realm): WalletStore {
  async function findByKey({ type, id }: Identity): Promise<RecordedWallet> {
    const isKey = and(eq(providerWallets.type, type), eq(providerWallets.identity, id));
    const [wallet] = await db
      .select(COLUMNS)
      .from(providerWallets)
      .where(and(eq(providerWallets.realm, realm), isKey));
    if (wallet === undefined) throw new Error("A managed wallet vanished while it was stored");
    return wallet;
  }

  return {
    async find(identity) {
      const [wallet] = await db
        .select(COLUMNS)
        .from(providerWallets)
        .where(isNamed(providerWallets, realm, identity))
        .orderBy(...firstUsed(providerWallets))
        .limit(1);
      return wallet ?? null;
    },
    async findPerson(person, username) {
      const key = await claimWallet(db, providerWallets, { realm, person, username });
      return key === null ? null : findByKey({ type: person.type, id: key });
    },
    async findByAddress(type, address) {
      const isWallet = and(eq(providerWallets.type, type), eq(providerWallets.address, address));
      const [wallet] = await db
        .select(COLUMNS)
        .from(providerWallets)
        .where(and(eq(providerWallets.realm, realm), isWallet));
      return wallet ?? null;
    },
    async record({ type, username }, wallet) {
      const createdAt = now();
      const key = keyOfPerson({ type, stableId: wallet.stableId });
      const name = type === "email" ? {} : { username };
      await db
        .insert(providerWallets)
        .values({ realm, type, identity: key, ...wallet, createdAt, ...name })
        .onConflictDoNothing();
      return findByKey({ type, id: key });
    },
    async isElsewhere(account) {
      const others = and(eq(providerWallets.account, account), ne(providerWallets.realm, realm));
      return (await db.$count(providerWallets, others)) > 0;
    },
  };
}
