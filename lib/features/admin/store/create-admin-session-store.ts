import { and, eq, gt, lt } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { AdminSessionStore } from "@/lib/drivers/sessions/create-admin-sessions";
import { adminNonces, adminSessions } from "./tables";

/** Sessions and nonces of the console in Postgres, so that every web server shares them. */
export function createAdminSessionStore(db: Database, now: () => Date) {
  const sessions: AdminSessionStore = {
    async open(session, tx) {
      await tx.insert(adminSessions).values({ ...session, createdAt: now() });
    },
    async find(id) {
      const [found] = await db
        .select({
          id: adminSessions.id,
          address: adminSessions.address,
          expiresAt: adminSessions.expiresAt,
        })
        .from(adminSessions)
        .where(and(eq(adminSessions.id, id), gt(adminSessions.expiresAt, now())));
      return found ?? null;
    },
    async end(id) {
      await db.delete(adminSessions).where(eq(adminSessions.id, id));
    },
  };
  return {
    sessions,
    /** Ends every session of a wallet. @returns how many were open */
    async endAll(tx: Executor, address: `0x${string}`): Promise<number> {
      const ended = await tx
        .delete(adminSessions)
        .where(eq(adminSessions.address, address))
        .returning({ id: adminSessions.id });
      return ended.length;
    },
    async addNonce(nonce: string, expiresAt: Date): Promise<void> {
      await db.insert(adminNonces).values({ nonce, expiresAt });
    },
    /** Uses up a nonce; false when it is unknown, used or expired. */
    async spendNonce(nonce: string): Promise<boolean> {
      const spent = await db
        .delete(adminNonces)
        .where(and(eq(adminNonces.nonce, nonce), gt(adminNonces.expiresAt, now())))
        .returning({ nonce: adminNonces.nonce });
      return spent.length > 0;
    },
    async removeExpired(): Promise<void> {
      await db.delete(adminNonces).where(lt(adminNonces.expiresAt, now()));
      await db.delete(adminSessions).where(lt(adminSessions.expiresAt, now()));
    },
  };
}

export type AdminStore = ReturnType<typeof createAdminSessionStore>;
