import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { KnownOwner, WalletOwners } from "@/lib/drivers/wallets/wallet-owners";
import type { OwnedWallet } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { isUnowned, nameIn, type WalletTable } from "./wallet-names";

/** Owners of the wallets in one table; the tables of both drivers have the same columns for them. */
export function createWalletOwners(
  db: Database,
  table: WalletTable,
  now: () => Date,
  realm: Realm,
): WalletOwners {
  const owned = { type: table.type, id: nameIn(table), address: table.address };
  return {
    async markVerified({ type, stableId }, username) {
      // A sign-in proves the current owner of a username.
      const claimed =
        username === null ? undefined : isUnowned(table, realm, { type, id: username });
      const mine = or(eq(table.stableId, stableId), claimed);
      const verified = await db
        .update(table)
        .set({
          stableId,
          verifiedAt: sql`coalesce(${table.verifiedAt}, ${now().toISOString()})`,
        })
        .where(and(eq(table.realm, realm), eq(table.type, type), mine))
        .returning({ ...owned, createdAt: table.createdAt });
      verified.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      return verified.flatMap(({ createdAt: _, ...wallet }) => toOwned(wallet));
    },
    async listOf({ type, stableId }) {
      const rows = await select(and(eq(table.type, type), eq(table.stableId, stableId)));
      return rows.flatMap(toOwned);
    },
    async findByAddress(addresses) {
      if (addresses.length === 0) return [];
      return (await select(inArray(table.address, [...addresses]))).flatMap(toKnownOwner);
    },
  };

  function select(where: SQL | undefined) {
    return db
      .select({ ...owned, verifiedAt: table.verifiedAt })
      .from(table)
      .where(and(eq(table.realm, realm), where))
      .orderBy(sql`${table.verifiedAt} nulls last`, asc(table.createdAt), asc(table.identity));
  }
}

type Row = Omit<OwnedWallet, "address"> & { address: Address | null };

function toOwned({ type, id, address }: Row): OwnedWallet[] {
  return address === null ? [] : [{ type, id, address }];
}

function toKnownOwner(row: Row & { verifiedAt: Date | null }): KnownOwner[] {
  const { type, id, address, verifiedAt } = row;
  if (address === null || type === "wallet") return [];
  return [{ type, id, address, verified: verifiedAt !== null }];
}
