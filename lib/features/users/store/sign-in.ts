import { and, desc, eq, gt, isNull, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import { AppError } from "@/lib/shared/errors";
import type { Realm } from "@/lib/shared/realm";
import { IDENTITIES_MAX, type ProvenIdentity } from "../rules/account";
import { endAccess } from "./end-access";
import { lockAccounts } from "./lock-accounts";
import { accounts, identities, linkIntents, linkRequests } from "./tables";
import { carryWatchlist } from "./watchlist-rows";

/** Moves what another feature stores for an account that is about to be removed. */
export type MoveToAccount = (tx: Executor, of: { from: string; to: string }) => Promise<void>;

/**
 * Signs in a verified identity in one transaction.
 * @throws AppError forbidden when the account that requested a link can have no further identity
 */
export async function signIn<NewId extends string | null>(
  db: Database,
  identity: ProvenIdentity,
  options: {
    current: string | null;
    newId: NewId;
    realm: Realm;
    now: Date;
    moves: readonly MoveToAccount[];
  },
): Promise<{ accountId: string | NewId; isLinked: boolean } | null> {
  const { type, stableId, name, proofChainId, isNameUnconfirmed = false } = identity;
  const { current, newId, realm, now, moves } = options;
  return db.transaction(async (tx) => {
    // Serialized per identity, so that two concurrent first sign-ins create one account.
    await lockName(tx, `sign-in:${realm}:${type}:${stableId}`);
    const which = and(
      eq(identities.realm, realm),
      eq(identities.type, type),
      eq(identities.stableId, stableId),
    );
    const find = () =>
      tx
        .select({ accountId: identities.accountId, proofChainId: identities.proofChainId })
        .from(identities)
        .where(which);
    const [found] = await find();
    const ids = [current, found?.accountId].filter((id) => typeof id === "string");
    if (ids.length > 0) await lockAccounts(tx, ids);
    // Again, because its account may have removed it until the lock.
    const [known] = await find();
    if (known !== undefined && known.proofChainId !== proofChainId) return null;
    const isLinked = current !== null && (await takeLink(tx, current, identity, now));
    if (isLinked && known?.accountId !== current) await requirePlace(tx, current);
    const accountId: string | null = isLinked ? current : (known?.accountId ?? newId);
    if (accountId === null) return { accountId: newId, isLinked };
    if (accountId === newId) {
      await tx.insert(accounts).values({ id: accountId, realm, createdAt: now });
    }
    await tx
      .insert(identities)
      .values({
        realm,
        type,
        stableId,
        accountId,
        name,
        proofChainId,
        createdAt: now,
        signedInAt: now,
        nameProvenAt: isNameUnconfirmed ? null : now,
      })
      .onConflictDoUpdate({
        target: [identities.realm, identities.type, identities.stableId],
        set: {
          accountId,
          signedInAt: now,
          ...(isNameUnconfirmed ? {} : { name, nameProvenAt: now }),
        },
      });
    if (known !== undefined && known.accountId !== accountId) {
      await endAccess(tx, known.accountId, identity);
      await dropIfEmpty(tx, known.accountId, accountId, moves);
    }
    return { accountId, isLinked };
  });
}

/**
 * Requires that an account, which `tx` has locked, can have a further identity.
 * @throws AppError forbidden
 */
export async function requirePlace(tx: Executor, accountId: string): Promise<void> {
  const owned = await tx
    .select({ type: identities.type })
    .from(identities)
    .where(eq(identities.accountId, accountId));
  if (owned.length < IDENTITIES_MAX) return;
  const text = `An account has at most ${IDENTITIES_MAX} sign-in methods. Remove one first.`;
  throw new AppError("forbidden", text);
}

/** Consumes the account's request for this link. @returns whether there was one */
async function takeLink(
  tx: Executor,
  accountId: string,
  { type, stableId }: ProvenIdentity,
  now: Date,
): Promise<boolean> {
  const take = async (table: typeof linkRequests | typeof linkIntents) => {
    const email = type === "email" ? eq(table.email, stableId) : isNull(table.email);
    const isOpen = and(eq(table.type, type), gt(table.expiresAt, now), email);
    const taken = await tx
      .delete(table)
      .where(and(eq(table.accountId, accountId), isOpen))
      .returning({ type: table.type });
    return taken.length > 0;
  };
  await removeUsedRequests(tx, accountId);
  const isTaken = await take(linkRequests);
  // A server of the previous release stores requests there only, and must not find one again.
  const wasLatest = await take(linkIntents);
  if (wasLatest) await keepLatest(tx, accountId);
  return wasLatest || isTaken;
}

const known = alias(linkRequests, "known");

/**
 * Removes the requests of an account if the latest one is not among them: a server of the previous
 * release, which knows only the latest, has used it, and may have stored another one since.
 */
export async function removeUsedRequests(tx: Executor, accountId: string): Promise<void> {
  const latest = tx
    .select({ type: linkIntents.type })
    .from(linkIntents)
    .innerJoin(
      known,
      and(
        eq(known.accountId, linkIntents.accountId),
        eq(known.type, linkIntents.type),
        eq(known.expiresAt, linkIntents.expiresAt),
      ),
    )
    .where(eq(linkIntents.accountId, accountId));
  await tx
    .delete(linkRequests)
    .where(and(eq(linkRequests.accountId, accountId), notExists(latest)));
}

/** After the latest request was used, the latest of the others takes its place. */
async function keepLatest(tx: Executor, accountId: string): Promise<void> {
  const [latest] = await tx
    .select()
    .from(linkRequests)
    .where(eq(linkRequests.accountId, accountId))
    .orderBy(desc(linkRequests.expiresAt))
    .limit(1);
  if (latest !== undefined) await tx.insert(linkIntents).values(latest);
}

/** Removes an account without identities. What it owns moves to the account that got the last one. */
async function dropIfEmpty(
  tx: Executor,
  accountId: string,
  heir: string,
  moves: readonly MoveToAccount[],
): Promise<void> {
  const owned = tx
    .select({ type: identities.type })
    .from(identities)
    .where(eq(identities.accountId, accountId));
  if ((await owned).length > 0) return;
  await carryWatchlist(tx, { from: accountId, to: heir });
  for (const move of moves) await move(tx, { from: accountId, to: heir });
  await tx.delete(accounts).where(and(eq(accounts.id, accountId), notExists(owned)));
}
