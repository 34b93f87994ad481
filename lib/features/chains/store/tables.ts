import { integer, primaryKey, text } from "drizzle-orm/pg-core";
import { hexBytes, launch, moment } from "../../../drivers/db/columns";
import type { Realm } from "../../../shared/realm";

/**
 * The chains that this database belongs to, recorded on first use. A node that reaches another chain,
 * or has other contracts, must not write nonces or rows of it.
 */
export const chainIdentities = launch.table(
  "chain_identities",
  {
    realm: text().$type<Realm>().notNull(),
    chainId: integer().notNull(),
    genesisHash: hexBytes().notNull(),
    /** See `deploymentHash`. */
    deploymentHash: hexBytes().notNull(),
    recordedAt: moment("recorded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.chainId] })],
);
