import { and, eq, isNull, or } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import type { SessionIdentity } from "../rules/account";
import { identities, linkIntents, linkRequests, sessions } from "./tables";

/**
 * Locks an identity until the transaction ends, so that what it gives access to is not added while
 * the identity is being removed.
 * @returns false when the account does not have the identity
 */
export async function holdIdentity(
  tx: Executor,
  of: { realm: Realm; accountId: string; identity: SessionIdentity },
): Promise<boolean> {
  const held = await tx
    .select({ type: identities.type })
    .from(identities)
    .where(
      and(
        eq(identities.realm, of.realm),
        eq(identities.accountId, of.accountId),
        eq(identities.type, of.identity.type),
        eq(identities.stableId, of.identity.stableId),
      ),
    )
    .for("share");
  return held.length > 0;
}

/**
 * Ends what an identity gave access to, after it was removed from an account: its sessions and the
 * open requests for links. Sessions of unknown identity end as well, because they may be of this one.
 */
export async function endAccess(
  tx: Executor,
  accountId: string,
  { type, stableId }: SessionIdentity,
): Promise<void> {
  const isOfIdentity = and(
    eq(sessions.identityType, type),
    eq(sessions.identityStableId, stableId),
  );
  await tx
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), or(isOfIdentity, isNull(sessions.identityType))));
  await tx.delete(linkRequests).where(eq(linkRequests.accountId, accountId));
  await tx.delete(linkIntents).where(eq(linkIntents.accountId, accountId));
}
