import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { RegisteredWallet, WalletRegistry } from "@/lib/drivers/wallets/hd-wallet-provider";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { claimWallet, firstUsed, furtherKeyOfName, isNamed, keyOfPerson } from "./wallet-names";
import { managedWallets } from "./wallet-tables";

const COLUMNS = {
  index: managedWallets.index,
  seedId: managedWallets.seedId,
  derivation: managedWallets.derivation,
  address: managedWallets.address,
  identity: { type: managedWallets.type, id: managedWallets.identity },
};

/** The registered wallets of a realm, in Postgres. */
export function createWalletRegistry(db: Database, now: () => Date, realm: Realm): WalletRegistry {
  async function find(identity: Identity): Promise<RegisteredWallet | null> {
    const [known] = await db
      .select(COLUMNS)
      .from(managedWallets)
      .where(isNamed(managedWallets, realm, identity))
      .orderBy(...firstUsed(managedWallets))
      .limit(1);
    return known ?? null;
  }

  /** By its key, which no other wallet has. */
  async function findByKey({ type, id }: Identity): Promise<RegisteredWallet> {
    const { identity } = managedWallets;
    const isKey = and(eq(managedWallets.type, type), eq(identity, id));
    const [known] = await db
      .select(COLUMNS)
      .from(managedWallets)
      .where(and(eq(managedWallets.realm, realm), isKey));
    if (known === undefined) throw new Error("A managed wallet vanished while it was registered");
    return known;
  }

  async function insert(
    { type, id }: Identity,
    rest: Pick<typeof managedWallets.$inferInsert, "seedId" | "stableId" | "username">,
  ): Promise<void> {
    const createdAt = now();
    await db
      .insert(managedWallets)
      .values({ realm, type, identity: id, derivation: "identity", createdAt, ...rest })
      .onConflictDoNothing();
  }

  return {
    find,
    async register(identity, seedId) {
      // Looked up first: every conflicting insert would use up a number.
      const known = await find(identity);
      if (known !== null) return known;
      // An email address is a stable id; the owner of a username is not known here.
      await insert(identity, { seedId, stableId: identity.type === "email" ? identity.id : null });
      const { type, id } = identity;
      for (let number = 2; ; number += 1) {
        const found = await find(identity);
        if (found !== null) return found;
        // The key is that of a wallet whose owner has another name now. Nobody is paid for a former name.
        const key = { type, id: furtherKeyOfName(id, number) };
        await insert(key, { seedId, stableId: null, username: id });
      }
    },
    async registerPerson(person, username, seedId) {
      const { type, stableId } = person;
      const claimed = await claimWallet(db, managedWallets, { realm, person, username });
      if (claimed !== null) return findByKey({ type, id: claimed });
      const key = { type, id: keyOfPerson(person) };
      await insert(key, { seedId, stableId, username: type === "email" ? null : username });
      return findByKey(key);
    },
    async findByAddress(type, address) {
      const isWallet = and(eq(managedWallets.type, type), eq(managedWallets.address, address));
      const [known] = await db
        .select(COLUMNS)
        .from(managedWallets)
        .where(and(eq(managedWallets.realm, realm), isWallet));
      return known ?? null;
    },
    async keepAddress(index, address) {
      await db.update(managedWallets).set({ address }).where(eq(managedWallets.index, index));
    },
    listWithoutAddress: (seedId) =>
      db
        .select(COLUMNS)
        .from(managedWallets)
        .where(and(eq(managedWallets.seedId, seedId), isNull(managedWallets.address))),
  };
}
