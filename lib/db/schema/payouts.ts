import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ChainSlug } from "@/lib/domain/chains";
import type { ManagerKind } from "@/lib/domain/manager-kind";
import type { PayoutSourceKind, PayoutState } from "@/lib/domain/payout";
import { managerKindColumn } from "./columns";
import { launch } from "./launch";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Managers that this service has made, alone or with a launch; addresses checksummed. */
export const managers = launch.table(
  "managers",
  {
    chain: text().$type<ChainSlug>().notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    kind: managerKindColumn().$type<ManagerKind>().notNull(),
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

/** Payments that the service triggers and pays the gas for; one under way for each source. */
export const payouts = launch.table(
  "payouts",
  {
    id: text().primaryKey(),
    chain: text().$type<ChainSlug>().notNull(),
    account: text().$type<`0x${string}`>().notNull(),
    sourceKind: text().$type<PayoutSourceKind>().notNull(),
    /** The token whose stream is claimed, or the manager that pays. */
    source: text().$type<`0x${string}`>().notNull(),
    /** Tokens whose streams are claimed into the manager first. */
    tokens: jsonb().$type<`0x${string}`[]>().notNull(),
    expectedWei: numeric({ mode: "bigint" }).notNull(),
    state: text().$type<PayoutState>().notNull(),
    /** What arrived, as the chain's events say. */
    paidWei: numeric({ mode: "bigint" }),
    transactionHash: text().$type<`0x${string}`>(),
    error: text(),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    uniqueIndex("payouts_under_way")
      .on(table.chain, table.account, table.source)
      .where(sql`state = 'pending'`),
    index("payouts_pending").on(table.createdAt).where(sql`state = 'pending'`),
    index("payouts_account").on(table.account, table.createdAt),
  ],
);
