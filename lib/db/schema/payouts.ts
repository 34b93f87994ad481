import { index, integer, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";
import type { ChainSlug } from "@/lib/domain/chains";
import { launch } from "./launch";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Managers that this service has made, alone or with a launch; addresses checksummed. */
export const managers = launch.table(
  "managers",
  {
    chain: text().$type<ChainSlug>().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    /** See MANAGER_KINDS. */
    kind: smallint().notNull(),
    /** Owner at first, moderator of a dynamic split; the chain says who it is now. */
    owner: text().$type<`0x${string}`>().notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.address] }),
    index("managers_owner").on(table.chain, table.owner),
  ],
);

/**
 * Who earns by a manager: recipients of a split, the protocol recipient of a revenue manager. Rows
 * stay when shares change: what was earned before is still theirs to take.
 */
export const managerRecipients = launch.table(
  "manager_recipients",
  {
    chain: text().$type<ChainSlug>().notNull(),
    manager: text().$type<`0x${string}`>().notNull(),
    account: text().$type<`0x${string}`>().notNull(),
    /** Micro-percent of what recipients share; 0 for accounts that were dropped. */
    splitMicroPercent: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.manager, table.account] }),
    index("manager_recipients_account").on(table.chain, table.account),
  ],
);
