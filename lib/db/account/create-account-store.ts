import { and, asc, eq, lt } from "drizzle-orm";
import type { Realm } from "@/lib/domain/realm";
import type { Database } from "../create-database";
import {
  accounts,
  emailAttempts,
  identities,
  linkIntents,
  sessions,
  usedMessages,
} from "../schema/account";
import type { AccountStore } from "./account-store";
import { signIn } from "./sign-in";

/** Accounts in Postgres. */
export function createAccountStore(db: Database, now: () => Date, realm: Realm): AccountStore {
  return {
    signIn: (identity, options) => signIn(db, identity, { ...options, realm, now: now() }),
    async find(id) {
      const [account] = await db
        .select({ id: accounts.id, createdAt: accounts.createdAt })
        .from(accounts)
        .where(and(eq(accounts.id, id), eq(accounts.realm, realm)));
      if (account === undefined) return null;
      const owned = await db
        .select({
          type: identities.type,
          stableId: identities.stableId,
          name: identities.name,
          proofChainId: identities.proofChainId,
          signedInAt: identities.signedInAt,
        })
        .from(identities)
        .where(eq(identities.accountId, id))
        .orderBy(asc(identities.createdAt), asc(identities.stableId));
      return { ...account, identities: owned };
    },
    async expectLink(accountId, intent, expiresAt) {
      await db
        .insert(linkIntents)
        .values({ accountId, ...intent, expiresAt })
        .onConflictDoUpdate({ target: linkIntents.accountId, set: { ...intent, expiresAt } });
    },
    unlink: (accountId, type, stableId) =>
      db.transaction(async (tx) => {
        // Locked, so that two requests cannot take the last two identities out at once.
        await tx.select().from(accounts).where(eq(accounts.id, accountId)).for("update");
        const count = await tx.$count(identities, eq(identities.accountId, accountId));
        if (count < 2) return false;
        const removed = await tx
          .delete(identities)
          .where(
            and(
              eq(identities.realm, realm),
              eq(identities.accountId, accountId),
              eq(identities.type, type),
              eq(identities.stableId, stableId),
            ),
          )
          .returning({ type: identities.type });
        return removed.length > 0;
      }),
    async countByRealm() {
      const [own, all] = await Promise.all([
        db.$count(accounts, eq(accounts.realm, realm)),
        db.$count(accounts),
      ]);
      return { own, others: all - own };
    },
    async spendMessage(hash, expiresAt) {
      const [noted] = await db
        .insert(usedMessages)
        .values({ hash, expiresAt })
        .onConflictDoNothing()
        .returning({ hash: usedMessages.hash });
      return noted !== undefined;
    },
    async forgetExpired() {
      await db.delete(emailAttempts).where(lt(emailAttempts.expiresAt, now()));
      await db.delete(usedMessages).where(lt(usedMessages.expiresAt, now()));
      await db.delete(linkIntents).where(lt(linkIntents.expiresAt, now()));
      await db.delete(sessions).where(lt(sessions.expiresAt, now()));
    },
  };
}
