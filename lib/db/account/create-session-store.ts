import { and, eq, gt } from "drizzle-orm";
import { SESSION_MS } from "@/lib/domain/account";
import type { Realm } from "@/lib/domain/realm";
import type { SessionStore } from "@/lib/sessions/create-sessions";
import type { Database } from "../create-database";
import { sessions } from "../schema/account";

/** Open sessions in Postgres: every web server sees at once that one has ended. */
export function createSessionStore(db: Database, now: () => Date, realm: Realm): SessionStore {
  return {
    async open(session) {
      const expiresAt = new Date(now().getTime() + SESSION_MS);
      await db.insert(sessions).values({ ...session, realm, authenticatedAt: now(), expiresAt });
    },
    async find(id) {
      const [found] = await db
        .select({
          id: sessions.id,
          accountId: sessions.accountId,
          authenticatedAt: sessions.authenticatedAt,
        })
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.realm, realm), gt(sessions.expiresAt, now())));
      return found ?? null;
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
