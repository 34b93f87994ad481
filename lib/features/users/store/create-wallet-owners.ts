import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { WalletOwners } from "@/lib/drivers/wallets/wallet-owners";
import {
  type Identity,
  type IdentityType,
  isUsername,
  type OwnedWallet,
} from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { identities } from "./tables";
import { isOwner, isUnowned, nameIn, type WalletTable } from "./wallet-names";

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
      const rows = await select(inArray(table.address, [...addresses]));
      const others = await namesOf(rows.filter((row) => shownName(row) === null));
      return rows.flatMap((row) => {
        const { address, type, verifiedAt } = row;
        if (address === null || type === "wallet") return [];
        const other = others.find((one) => one.type === type && one.stableId === row.stableId);
        const name = shownName(row) ?? other?.name ?? null;
        return [{ type, name, address, verified: verifiedAt !== null }];
      });
    },
  };

  function select(where: SQL | undefined) {
    return db
      .select({ ...owned, stableId: table.stableId, verifiedAt: table.verifiedAt })
      .from(table)
      .where(and(eq(table.realm, realm), where))
      .orderBy(sql`${table.verifiedAt} nulls last`, asc(table.createdAt), asc(table.identity));
  }

  /** The names that these owners signed in with last, as far as another wallet of theirs still has the name. */
  async function namesOf(rows: readonly { type: IdentityType; stableId: string | null }[]) {
    const owners = rows.flatMap(({ type, stableId }) =>
      stableId === null ? [] : [and(eq(table.type, type), eq(table.stableId, stableId))],
    );
    if (owners.length === 0) return [];
    const found = await db
      .select({ type: table.type, stableId: table.stableId, name: identities.name })
      .from(table)
      .innerJoin(identities, and(isOwner(table), eq(identities.name, nameIn(table))))
      .where(and(eq(table.realm, realm), or(...owners)));
    return found.filter(({ name }) => isUsername(name));
  }
}

/** The name in a row; null if it is a key, or made up for a user without a username. */
function shownName({ type, id }: Identity): string | null {
  return type === "email" || isUsername(id) ? id : null;
}

type Row = Omit<OwnedWallet, "address"> & { address: Address | null };

function toOwned({ type, id, address }: Row): OwnedWallet[] {
  return address === null ? [] : [{ type, id, address }];
}
