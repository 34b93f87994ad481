import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { getAddress, isAddress } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Identity } from "@/lib/shared/identity";
import type { Realm } from "@/lib/shared/realm";
import { identities as verified } from "./tables";
import { isNamed } from "./wallet-names";
import { managedWallets, providerWallets } from "./wallet-tables";

/**
 * Finds stable ids by names and wallets: of names whose owner has signed in, and of wallets that a
 * provider created for one. A name that nobody has signed in with has no known id.
 * @param identities in the form of `normalizeIdentity`
 * @returns an id for each identity and owner that is known; of wallets, those of their owners
 */
export async function findStableIds(
  db: Database,
  realm: Realm,
  identities: readonly Identity[],
): Promise<Identity[]> {
  const names = identities.filter(({ type }) => type === "twitter" || type === "farcaster");
  const wallets = identities.flatMap(({ type, id }) =>
    type === "wallet" && isAddress(id, { strict: false }) ? [getAddress(id)] : [],
  );
  if (names.length === 0 && wallets.length === 0) return [];
  const idsIn = (table: typeof managedWallets | typeof providerWallets) =>
    db
      .select({ type: table.type, id: table.stableId })
      .from(table)
      .where(
        and(
          eq(table.realm, realm),
          isNotNull(table.stableId),
          or(
            ...names.map((name) => isNamed(table, realm, name)),
            ...wallets.map((address) => eq(table.address, address)),
          ),
        ),
      );
  const rowsOfWallets = await idsIn(managedWallets).unionAll(idsIn(providerWallets));
  const found = rowsOfWallets.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }]));
  if (names.length === 0) return found;
  const rows = await db
    .select({ type: verified.type, id: verified.stableId })
    .from(verified)
    .where(
      and(
        eq(verified.realm, realm),
        or(
          ...names.map(({ type, id }) =>
            and(eq(verified.type, type), eq(sql`lower(${verified.name})`, id)),
          ),
        ),
      ),
    );
  return [...found, ...rows];
}
