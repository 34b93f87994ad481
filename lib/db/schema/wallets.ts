import { index, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { IdentityType } from "@/lib/domain/identity";
import type { Realm } from "@/lib/domain/realm";
import { addressBytes } from "./columns";
import { launch } from "./launch";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

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
