import { and, eq, exists, gt, isNull, or } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { SessionStore } from "@/lib/drivers/sessions/create-sessions";
import type { Realm } from "@/lib/shared/realm";
import { SESSION_MS } from "../rules/account";
import { holdIdentity } from "./end-access";
import { identities, sessions } from "./tables";

/** Open sessions in Postgres, so that every web server sees the end of a session at once. */
export function createSessionStore(db: Database, now: () => Date, realm: Realm): SessionStore {
  const isLinked = exists(
    db
      .select({ type: identities.type })
      .from(identities)
      .where(
        and(
          eq(identities.realm, realm),
          eq(identities.accountId, sessions.accountId),
          eq(identities.type, sessions.identityType),
          eq(identities.stableId, sessions.identityStableId),
        ),
      ),
  );
  return {
    open: ({ id, accountId, identity }) =>
      db.transaction(async (tx) => {
        if (!(await holdIdentity(tx, { realm, accountId, identity }))) return false;
        await tx.insert(sessions).values({
          id,
          realm,
          accountId,
          identityType: identity.type,
          identityStableId: identity.stableId,
          authenticatedAt: now(),
          expiresAt: new Date(now().getTime() + SESSION_MS),
        });
        return true;
      }),
    async find(id) {
      const [found] = await db
        .select({
          id: sessions.id,
          accountId: sessions.accountId,
          type: sessions.identityType,
          stableId: sessions.identityStableId,
          authenticatedAt: sessions.authenticatedAt,
        })
        .from(sessions)
        .where(
          and(
            eq(sessions.id, id),
            eq(sessions.realm, realm),
            gt(sessions.expiresAt, now()),
            // The second check holds while servers of an earlier release remove identities.
            or(isNull(sessions.identityType), isLinked),
          ),
        );
      if (found === undefined) return null;
      const { type, stableId, ...session } = found;
      return { ...session, identity: type && stableId !== null ? { type, stableId } : null };
    },
    async end(id) {
      await db.delete(sessions).where(eq(sessions.id, id));
    },
    async endAll(accountId) {
      const ended = await db
        .delete(sessions)
        .where(eq(sessions.accountId, accountId))
        .returning({ id: sessions.id });
      return ended.length;
    },
  };
}
