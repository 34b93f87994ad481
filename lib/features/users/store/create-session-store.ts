import { and, eq, gt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { SessionStore } from "@/lib/drivers/sessions/create-sessions";
import type { Realm } from "@/lib/shared/realm";
import { SESSION_MS } from "../rules/account";
import { sessions } from "./tables";

/** Open sessions in Postgres, so that every web server sees the end of a session at once. */
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
