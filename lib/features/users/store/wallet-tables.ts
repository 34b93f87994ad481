import { index, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { addressBytes, launch, moment } from "../../../drivers/db/columns";
import type { IdentityType } from "../../../shared/identity";
import type { Realm } from "../../../shared/realm";

/**
 * Wallets that an external provider created. A wallet never changes its owner: when a username is sold,
 * its wallet stays with the user who had it when it was first named.
 */
export const providerWallets = launch.table(
  "provider_wallets",
  {
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    /** An email address, the username that was named first, or `id:` and the stable id. */
    identity: text().notNull(),
    /** The provider and the operator's account there; another account cannot access the user. */
    account: text().notNull(),
    userId: text().notNull(),
    /** Stable id: X subject, Farcaster fid or email address. */
    stableId: text().notNull(),
    address: addressBytes().notNull(),
    createdAt: moment("created_at").notNull(),
    /** When its owner first signed in; unverified until then. */
    verifiedAt: moment("verified_at"),
    /**
     * The username of the owner as of the latest lookup or sign-in. `id:` and the stable id if it
     * belongs to another user now; null if `identity` is still the name, or if no name is known.
     */
    username: text(),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.type, table.identity] }),
    index("provider_wallets_stable_id").on(table.realm, table.type, table.stableId),
    index("provider_wallets_address").on(table.address),
    index("provider_wallets_username").on(table.realm, table.type, table.username),
  ],
);

export const walletSeeds = launch.table("wallet_seeds", {
  realm: text().$type<Realm>().primaryKey(),
  seedId: text().notNull().unique("wallet_seeds_seed"),
  createdAt: moment("created_at").notNull(),
});

export const managedWallets = launch.table(
  "managed_wallets",
  {
    index: serial().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    /**
     * An email address, the username that was named first, `id:` and the stable id, or `name:`, a username and a
     * number.
     */
    identity: text().notNull(),
    /** The seed that derives the address; detects a lost or replaced seed. */
    seedId: text().notNull(),
    /** Rows of releases that do not know the column are derived from their index. */
    derivation: text().$type<"index" | "identity">().notNull().default("index"),
    /** Derived when the wallet is first requested. */
    address: addressBytes(),
    /** Stable id; null for a username until its owner signs in or is looked up. */
    stableId: text(),
    createdAt: moment("created_at").notNull(),
    /** When its owner first signed in; unverified until then. */
    verifiedAt: moment("verified_at"),
    /**
     * The username of the owner as of the latest lookup or sign-in. `id:` and the stable id if it
     * belongs to another user now; null if `identity` is still the name, or if no name is known.
     */
    username: text(),
  },
  (table) => [
    uniqueIndex("managed_wallets_identity").on(table.realm, table.type, table.identity),
    index("managed_wallets_stable_id").on(table.realm, table.type, table.stableId),
    index("managed_wallets_address").on(table.address),
    index("managed_wallets_username").on(table.realm, table.type, table.username),
  ],
);
