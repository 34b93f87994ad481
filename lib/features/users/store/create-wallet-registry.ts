import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { RegisteredWallet, WalletRegistry } from "@/lib/drivers/wallets/hd-wallet-provider";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { managedWallets } from "./wallet-tables";

const COLUMNS = {
  index: managedWallets.index,
  seedId: managedWallets.seedId,
  derivation: managedWallets.derivation,
  address: managedWallets.address,
};

/** The registered wallets of a realm, in Postgres. */
export function createWalletRegistry(db: Database, now: () => Date, realm: Realm): WalletRegistry {
  return {
    register: (identity, seedId) => register(db, realm, identity, seedId, now()),
    find: (identity) => find(db, realm, identity),
    async keepAddress(index, address) {
      await db.update(managedWallets).set({ address }).where(eq(managedWallets.index, index));
    },
    listWithoutAddress: (seedId) =>
      db
        .select({
          ...COLUMNS,
          identity: { type: managedWallets.type, id: managedWallets.identity },
        })
        .from(managedWallets)
        .where(and(eq(managedWallets.seedId, seedId), isNull(managedWallets.address))),
  };
}

async function find(
  db: Database,
  realm: Realm,
  { type, id }: Identity,
): Promise<RegisteredWallet | null> {
  const [known] = await db
    .select(COLUMNS)
    .from(managedWallets)
    .where(
      and(
        eq(managedWallets.realm, realm),
        eq(managedWallets.type, type),
        eq(managedWallets.identity, id),
      ),
    );
  return known ?? null;
}

/** Returns the wallet of an identity, registered on first use; safe under concurrency. */
async function register(
  db: Database,
  realm: Realm,
  identity: Identity,
  seedId: string,
  now: Date,
): Promise<RegisteredWallet> {
  const { type, id } = identity;
  // Looked up first: every conflicting insert would use up a number.
  const known = await find(db, realm, identity);
  if (known !== null) return known;
  // An email address is a stable id; the owner of a username is known only after a sign-in.
  const stableId = type === "email" ? id : null;
  const [created] = await db
    .insert(managedWallets)
    .values({ realm, type, identity: id, seedId, derivation: "identity", stableId, createdAt: now })
    .onConflictDoNothing()
    .returning(COLUMNS);
  const wallet = created ?? (await find(db, realm, identity));
  if (wallet === null) throw new Error("A managed wallet vanished while it was registered");
  return wallet;
}
