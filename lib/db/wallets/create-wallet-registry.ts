import { and, eq, isNull } from "drizzle-orm";
import type { Identity } from "@/lib/domain/identity";
import type { RegisteredWallet, WalletRegistry } from "@/lib/wallets/hd-wallet-provider";
import type { Database } from "../create-database";
import { managedWallets } from "../schema/launch";

const COLUMNS = {
  index: managedWallets.index,
  seedId: managedWallets.seedId,
  address: managedWallets.address,
};

/** The numbers of the wallets that are derived from a seed, in our database. */
export function createWalletRegistry(db: Database, now: () => Date): WalletRegistry {
  return {
    register: (identity, seedId) => register(db, identity, seedId, now()),
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

/** The number of an identity's wallet, given on first use; callers at the same time get the same. */
async function register(
  db: Database,
  { type, id }: Identity,
  seedId: string,
  now: Date,
): Promise<RegisteredWallet> {
  const find = () =>
    db
      .select(COLUMNS)
      .from(managedWallets)
      .where(and(eq(managedWallets.type, type), eq(managedWallets.identity, id)));
  // Looked up first: a conflicting insert would use up a number each time.
  const [known] = await find();
  if (known !== undefined) return known;
  // An e-mail address is what stays; who has a username is proven by a sign-in only.
  const stableId = type === "email" ? id : null;
  const [created] = await db
    .insert(managedWallets)
    .values({ type, identity: id, seedId, stableId, createdAt: now })
    .onConflictDoNothing()
    .returning(COLUMNS);
  const [wallet] = created === undefined ? await find() : [created];
  if (wallet === undefined) throw new Error("A managed wallet vanished while it was registered");
  return wallet;
}
