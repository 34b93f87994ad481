import { and, asc, eq, lt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { IdentityType } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import type { ProvenIdentity } from "../rules/account";
import { signIn } from "./sign-in";
import { accounts, emailAttempts, identities, linkIntents, sessions, usedMessages } from "./tables";

export type AccountIdentity = ProvenIdentity & { signedInAt: Date };

export type Account = { id: string; createdAt: Date; identities: AccountIdentity[] };

/** `email` is the address that shall be added, null for the other types. */
export type LinkIntent = { type: IdentityType; email: string | null };

/** People of one realm in Postgres, what they have proven to be, and what is only good once. */
export function createAccountStore(db: Database, now: () => Date, realm: Realm) {
  return {
    /**
     * Signs a proven identity in: to the account that has it, else to a new one. With `current`, an
     * account that has asked for this link, the identity is added to that account, also out of
     * another one: whoever proves to be it decides where it belongs.
     * @param newId the id of the account, if one has to be made
     * @returns the account, or null when a wallet was proven by the contract of another chain
     */
    signIn: (
      identity: ProvenIdentity,
      options: { current: string | null; newId: string },
    ): Promise<{ accountId: string; isLinked: boolean } | null> =>
      signIn(db, identity, { ...options, realm, now: now() }),
    async find(id: string): Promise<Account | null> {
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
    /** Has the next sign-in of that kind added to the account; replaces an earlier wish. */
    async expectLink(accountId: string, intent: LinkIntent, expiresAt: Date): Promise<void> {
      await db
        .insert(linkIntents)
        .values({ accountId, ...intent, expiresAt })
        .onConflictDoUpdate({ target: linkIntents.accountId, set: { ...intent, expiresAt } });
    },
    /** Takes an identity out of an account, but never its last one. False when nothing was changed. */
    unlink: (accountId: string, type: IdentityType, stableId: string): Promise<boolean> =>
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
    /** How many accounts this realm has, and how many the other one. */
    async countByRealm(): Promise<{ own: number; others: number }> {
      const [own, all] = await Promise.all([
        db.$count(accounts, eq(accounts.realm, realm)),
        db.$count(accounts),
      ]);
      return { own, others: all - own };
    },
    /** Notes that a message was used; false when it was used before. */
    async spendMessage(hash: string, expiresAt: Date): Promise<boolean> {
      const [noted] = await db
        .insert(usedMessages)
        .values({ hash, expiresAt })
        .onConflictDoNothing()
        .returning({ hash: usedMessages.hash });
      return noted !== undefined;
    },
    /** Removes email attempts, messages, wishes and sessions that have expired. */
    async forgetExpired(): Promise<void> {
      await db.delete(emailAttempts).where(lt(emailAttempts.expiresAt, now()));
      await db.delete(usedMessages).where(lt(usedMessages.expiresAt, now()));
      await db.delete(linkIntents).where(lt(linkIntents.expiresAt, now()));
      await db.delete(sessions).where(lt(sessions.expiresAt, now()));
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
