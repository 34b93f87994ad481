import { and, asc, eq, lt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Identity, IdentityType } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import type { ProvenIdentity, Session } from "../rules/account";
import { endAccess, holdIdentity } from "./end-access";
import { findStableIds } from "./find-stable-ids";
import { lockAccounts } from "./lock-accounts";
import { type MoveToAccount, removeUsedRequests, requirePlace, signIn } from "./sign-in";
import {
  accounts,
  emailAttempts,
  identities,
  linkIntents,
  linkRequests,
  sessions,
  usedMessages,
} from "./tables";

export type AccountIdentity = ProvenIdentity & { signedInAt: Date };

export type Account = { id: string; createdAt: Date; identities: AccountIdentity[] };

/** `email` is the address to add; null for other types. */
export type LinkIntent = { type: IdentityType; email: string | null };

/**
 * Accounts of one realm in Postgres, with their identities, link requests and used messages.
 * @param moves what other features store for an account; run when its last identity moves to another
 */
export function createAccountStore(
  db: Database,
  now: () => Date,
  realm: Realm,
  moves: readonly MoveToAccount[] = [],
) {
  return {
    /**
     * Signs in a verified identity: to the account that has it, otherwise to a new one. If `current`
     * is an account that requested this link, the identity moves to that account, even from another
     * one: its owner decides which account it belongs to.
     * @param newId id of the account if a new one is created; null to create none
     * @returns the account, or null when a contract on another chain proved the wallet before. Its id is
     *   null when there is none and `newId` is null
     * @throws AppError forbidden when the account that requested the link can have no further identity
     */
    signIn: <NewId extends string | null>(
      identity: ProvenIdentity,
      options: { current: string | null; newId: NewId },
    ): Promise<{ accountId: string | NewId; isLinked: boolean } | null> =>
      signIn(db, identity, { ...options, realm, now: now(), moves }),
    /** Whether an account has the identity. */
    async has({ type, stableId }: Pick<ProvenIdentity, "type" | "stableId">): Promise<boolean> {
      const which = [eq(identities.type, type), eq(identities.stableId, stableId)];
      return (await db.$count(identities, and(eq(identities.realm, realm), ...which))) > 0;
    },
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
    /**
     * Stores that the next sign-in of a type is added to the account; replaces an earlier request of
     * that type.
     * @returns false when the account no longer has the identity of the session
     * @throws AppError forbidden when the account can have no further identity
     */
    expectLink: (
      { accountId, identity }: Pick<Session, "accountId" | "identity">,
      intent: LinkIntent,
      expiresAt: Date,
    ): Promise<boolean> =>
      db.transaction(async (tx) => {
        await lockAccounts(tx, [accountId]);
        if (identity === null || !(await holdIdentity(tx, { realm, accountId, identity }))) {
          return false;
        }
        await requirePlace(tx, accountId);
        await removeUsedRequests(tx, accountId);
        await tx
          .insert(linkRequests)
          .values({ accountId, ...intent, expiresAt })
          .onConflictDoUpdate({
            target: [linkRequests.accountId, linkRequests.type],
            set: { email: intent.email, expiresAt },
          });
        await tx
          .insert(linkIntents)
          .values({ accountId, ...intent, expiresAt })
          .onConflictDoUpdate({ target: linkIntents.accountId, set: { ...intent, expiresAt } });
        return true;
      }),
    /**
     * Removes an identity from an account, but never the last one, with the sessions that it opened.
     * @returns false when nothing changed
     */
    unlink: (accountId: string, type: IdentityType, stableId: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        // Locked, so that two concurrent requests cannot remove the last two identities.
        await lockAccounts(tx, [accountId]);
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
        if (removed.length === 0) return false;
        await endAccess(tx, accountId, { type, stableId });
        return true;
      }),
    /** The stable ids that are known of identities and wallets; see `findStableIds`. */
    stableIdsOf: (identities: readonly Identity[]) => findStableIds(db, realm, identities),
    /** Number of accounts in this realm and in the other one. */
    async countByRealm(): Promise<{ own: number; others: number }> {
      const [own, all] = await Promise.all([
        db.$count(accounts, eq(accounts.realm, realm)),
        db.$count(accounts),
      ]);
      return { own, others: all - own };
    },
    /** Records that a message was used; false when it was used before. */
    async spendMessage(hash: string, expiresAt: Date): Promise<boolean> {
      const [recorded] = await db
        .insert(usedMessages)
        .values({ hash, expiresAt })
        .onConflictDoNothing()
        .returning({ hash: usedMessages.hash });
      return recorded !== undefined;
    },
    /** Removes expired email attempts, messages, link requests and sessions. */
    async removeExpired(): Promise<void> {
      await db.delete(emailAttempts).where(lt(emailAttempts.expiresAt, now()));
      await db.delete(usedMessages).where(lt(usedMessages.expiresAt, now()));
      await db.delete(linkRequests).where(lt(linkRequests.expiresAt, now()));
      await db.delete(linkIntents).where(lt(linkIntents.expiresAt, now()));
      await db.delete(sessions).where(lt(sessions.expiresAt, now()));
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
