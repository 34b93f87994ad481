import { and, asc, desc, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Person } from "@/lib/drivers/wallets/wallet-owners";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import type { managedWallets, providerWallets } from "./wallet-tables";

export type WalletTable = typeof managedWallets | typeof providerWallets;

/** The name of a wallet's owner that is shown. */
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

/**
 * Finds the wallet of a user who has this username now, and lets the username name it alone: wallets of
 * former owners stay theirs, by their stable id. A wallet that was created for the username alone
 * becomes the user's if it has no owner yet.
 * @returns the key of the wallet, or null if the user has none
 */
export function claimWallet(
  db: Database,
  table: WalletTable,
  options: { realm: Realm; person: Person; username: string },
): Promise<string | null> {
  const { realm, person, username } = options;
  const { type, stableId } = person;
  return db.transaction(async (tx) => {
    // Two users never claim one wallet, and one user never gets two.
    for (const subject of [`user:${stableId}`, `name:${username}`]) {
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${realm}:${type}:${subject}`}, 0))`,
      );
    }
    const isOfType = and(eq(table.realm, realm), eq(table.type, type));
    await tx
      .update(table)
      .set({ stableId })
      .where(and(isOfType, isNull(table.stableId), eq(table.identity, username)));
    const [own] = await tx
      .select({ key: table.identity })
      .from(table)
      .where(and(isOfType, eq(table.stableId, stableId)))
      .orderBy(desc(sql`${nameIn(table)} = ${username}`), ...firstUsed(table))
      .limit(1);
    const isOfOther = and(isOfType, ne(table.stableId, stableId), eq(nameIn(table), username));
    await tx
      .update(table)
      .set({ username: sql`'id:' || ${table.stableId}` })
      .where(isOfOther);
    if (own === undefined) return null;
    const isOwn = and(isOfType, eq(table.identity, own.key), ne(nameIn(table), username));
    await tx.update(table).set({ username }).where(isOwn);
    return own.key;
  });
}
