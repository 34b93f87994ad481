import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import type { LookedUpPerson, Person } from "@/lib/drivers/wallets/wallet-owners";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { identities } from "./tables";
import type { managedWallets, providerWallets } from "./wallet-tables";

export type WalletTable = typeof managedWallets | typeof providerWallets;

/** The name of a wallet's owner, or a key if the owner has no name that is known. */
export const nameIn = (table: WalletTable) =>
  sql<string>`coalesce(${table.username}, ${table.identity})`;

/** Wallets that an identity names; all of them have one owner. */
export function isNamed(table: WalletTable, realm: Realm, { type, id }: Identity): SQL | undefined {
  const isFirstName = and(isNull(table.username), eq(table.identity, id));
  return and(eq(table.realm, realm), eq(table.type, type), or(eq(table.username, id), isFirstName));
}

/** The wallet of an owner that is used first. */
export const firstUsed = (table: WalletTable): SQL[] => [
  sql`${table.verifiedAt} nulls last`,
  asc(table.createdAt),
  asc(table.identity),
];

/**
 * The key of a wallet that is created for a known user. No username has a colon. It does not depend on
 * the username, so a database that has lost the wallet never gives it to a later owner of the name.
 */
export const keyOfPerson = ({ type, stableId }: Person) =>
  type === "email" ? stableId : `id:${stableId}`;

/** The key of a wallet for a username whose former wallets belong to users that have other names now. */
export const furtherKeyOfName = (username: string, number: number) => `name:${username}:${number}`;

/** Wallets that were created for a username alone, and belong to the first user who proves it. */
export const isUnowned = (table: WalletTable, realm: Realm, named: Identity): SQL | undefined =>
  and(isNull(table.stableId), isNamed(table, realm, named));

/** Joins wallets with the sign-in methods of their owners. */
export const isOwner = (table: WalletTable): SQL | undefined =>
  and(
    eq(identities.realm, table.realm),
    eq(identities.type, table.type),
    eq(identities.stableId, table.stableId),
  );

type Claim = { realm: Realm; person: Person | LookedUpPerson; username: string };

/**
 * Finds the wallet of a user who has this username now, and lets the username name it alone: wallets of
 * former owners stay theirs, by their stable id. A wallet that was created for the username alone
 * becomes the user's if it has no owner yet.
 * @param claim.username null if it is unknown; then nothing changes
 * @returns the key of the wallet, or null if the user has none. If another user has signed in with the username
 * since a directory returned this one, nothing changes, and it is the key of the other user's wallet
 */
export async function claimWallet(
  db: Database,
  table: WalletTable,
  claim: Omit<Claim, "username"> & { username: string | null },
): Promise<string | null> {
  const { realm, person, username } = claim;
  if (username === null) return findOwn(db, table, { realm, person }, firstUsed(table));
  return db.transaction((tx) => claimName(tx, table, { realm, person, username }));
}

async function claimName(
  tx: Executor,
  table: WalletTable,
  { realm, person, username }: Claim,
): Promise<string | null> {
  const { type, stableId } = person;
  // Two users never claim one wallet, and one user never gets two.
  for (const subject of [`user:${stableId}`, `name:${username}`]) {
    await lockName(tx, `wallet:${realm}:${type}:${subject}`);
  }
  if ("lookedUpAt" in person) {
    const since = person.lookedUpAt;
    const newer = await findSignedIn(tx, table, { realm, person, username }, since);
    if (newer !== null) return newer;
  }
  const isOfType = and(eq(table.realm, realm), eq(table.type, type));
  await tx
    .update(table)
    .set({ stableId })
    .where(isUnowned(table, realm, { type, id: username }));
  const order = [desc(sql`${nameIn(table)} = ${username}`), ...firstUsed(table)];
  const own = await findOwn(tx, table, { realm, person }, order);
  const isOfOther = and(
    isNamed(table, realm, { type, id: username }),
    ne(table.stableId, stableId),
  );
  await tx
    .update(table)
    .set({ username: sql`'id:' || ${table.stableId}` })
    .where(isOfOther);
  if (own === null) return null;
  const isOwn = and(isOfType, eq(table.identity, own), ne(nameIn(table), username));
  await tx.update(table).set({ username }).where(isOwn);
  return own;
}

/**
 * The key of the wallet of another user who signed in with the username after that time, or null. A sign-in that
 * could not confirm the name proves nothing: the stored one may have been transferred since.
 */
async function findSignedIn(
  tx: Executor,
  table: WalletTable,
  { realm, person: { type, stableId }, username }: Claim,
  since: Date,
): Promise<string | null> {
  const [newer] = await tx
    .select({ key: table.identity })
    .from(table)
    .innerJoin(identities, isOwner(table))
    .where(
      and(
        isNamed(table, realm, { type, id: username }),
        ne(table.stableId, stableId),
        eq(identities.name, username),
        gt(identities.nameProvenAt, since),
      ),
    )
    .orderBy(...firstUsed(table))
    .limit(1);
  return newer?.key ?? null;
}

/** The key of a user's wallet: the first in this order. */
async function findOwn(
  db: Executor,
  table: WalletTable,
  { realm, person }: Omit<Claim, "username">,
  order: readonly SQL[],
): Promise<string | null> {
  const { type, stableId } = person;
  const [own] = await db
    .select({ key: table.identity })
    .from(table)
    .where(and(eq(table.realm, realm), eq(table.type, type), eq(table.stableId, stableId)))
    .orderBy(...order)
    .limit(1);
  return own?.key ?? null;
}
