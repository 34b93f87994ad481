import { and, eq } from "drizzle-orm";
import type { Identity } from "@/lib/domain/identity";
import type { Database } from "../create-database";
import { managedWallets } from "../schema/launch";

/** The number of an identity's wallet, given on first use; callers at the same time get the same. */
export async function registerWallet(
  db: Database,
  identity: Identity,
  seedId: string,
  now: Date,
): Promise<{ index: number; seedId: string }> {
  const columns = { index: managedWallets.index, seedId: managedWallets.seedId };
  const find = () =>
    db
      .select(columns)
      .from(managedWallets)
      .where(and(eq(managedWallets.type, identity.type), eq(managedWallets.identity, identity.id)));
  // Looked up first: a conflicting insert would use up a number each time.
  const [known] = await find();
  if (known !== undefined) return known;
  const [created] = await db
    .insert(managedWallets)
    .values({ type: identity.type, identity: identity.id, seedId, createdAt: now })
    .onConflictDoNothing()
    .returning(columns);
  const [wallet] = created === undefined ? await find() : [created];
  if (wallet === undefined) throw new Error("A managed wallet vanished while it was registered");
  return wallet;
}
