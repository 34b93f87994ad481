import { index, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { addressBytes, launch, moment } from "../../../drivers/db/columns";
import type { IdentityType } from "../../../shared/identity";
import type { Realm } from "../../../shared/realm";

/**
 * Wallets that an external provider made, one for each identity and never replaced: a username
 * that is sold keeps the wallet of the person who had it when it was first named.
 */
export const providerWallets = launch.table(
  "provider_wallets",
  {
    realm: text().$type<Realm>().notNull(),
    type: text().$type<IdentityType>().notNull(),
    identity: text().notNull(),
    /** The provider and our account there; another account would not know the user. */
    account: text().notNull(),
    userId: text().notNull(),
    /** What stays when a username changes hands: X subject, Farcaster fid, the email address. */
    stableId: text().notNull(),
    address: addressBytes().notNull(),
    createdAt: moment("created_at").notNull(),
    /** When its owner signed in; until then the identity is only claimed by whoever named it. */
    verifiedAt: moment("verified_at"),
  },
  (table) => [
    primaryKey({ columns: [table.realm, table.type, table.identity] }),
    index("provider_wallets_stable_id").on(table.realm, table.type, table.stableId),
    index("provider_wallets_address").on(table.address),
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
    identity: text().notNull(),
    /** Which seed the address was derived from, so that a lost seed is noticed and not replaced. */
    seedId: text().notNull(),
    /** Derived when the wallet is first asked for. */
    address: addressBytes(),
    /** What stays when a username changes hands; unknown for a username until its owner signs in. */
    stableId: text(),
    createdAt: moment("created_at").notNull(),
    /** When its owner signed in; until then the identity is only claimed by whoever named it. */
    verifiedAt: moment("verified_at"),
  },
  (table) => [
    uniqueIndex("managed_wallets_identity").on(table.realm, table.type, table.identity),
    index("managed_wallets_stable_id").on(table.realm, table.type, table.stableId),
    index("managed_wallets_address").on(table.address),
  ],
);
