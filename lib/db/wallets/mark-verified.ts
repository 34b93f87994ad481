import { and, eq, sql } from "drizzle-orm";
import type { IdentityType } from "@/lib/domain/identity";
import type { Database } from "../create-database";
import { providerWallets } from "../schema/wallets";

/**
 * Notes that the person behind a stable id has signed in: all identities that were booked for that
 * id are theirs, under whatever username. A buyer of a username has another id and gets nothing.
 * @param stableId X subject, Farcaster fid or normalised e-mail address, as proven by the sign-in
 * @returns the identities that are verified now
 */
export async function markVerified(
  db: Database,
  type: Exclude<IdentityType, "wallet">,
  stableId: string,
  now: Date,
): Promise<{ id: string; address: `0x${string}` }[]> {
  return db
    .update(providerWallets)
    .set({ verifiedAt: sql`coalesce(${providerWallets.verifiedAt}, ${now.toISOString()})` })
    .where(and(eq(providerWallets.type, type), eq(providerWallets.stableId, stableId)))
    .returning({ id: providerWallets.identity, address: providerWallets.address });
}
