import { boolean, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { addressBytes, managerKindColumn, wholeNumber } from "@/lib/drivers/db/columns";
import type { ManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { ManagerEventKind } from "../../rules/market-event";
import { datasetId, market, position } from "./tables";

/**
 * Contracts that hold fee streams and share their income. `manager_events` is append-only; the
 * other tables are derived from it.
 */

/** Events of managers and their factory; `kind` determines which columns are set. */
export const managerEvents = market.table(
  "manager_events",
  {
    ...position(),
    manager: addressBytes("manager").notNull(),
    kind: text("kind").$type<ManagerEventKind>().notNull(),
    token: addressBytes("token"),
    /** Owner, payee, recipient or paid account. */
    account: addressBytes("account"),
    /** Wei received or paid; for an attached token, wei that its stream had paid before. */
    amountWei: wholeNumber("amount_wei"),
    /** The payee's part of the received wei. */
    partWei: wholeNumber("part_wei"),
    /** Kind of a new manager, basis points of its terms, or generation of new shares. */
    number: integer("number"),
    recipients: jsonb("recipients").$type<{ account: `0x${string}`; share: number }[]>(),
    /** Tokens that switched to a new protocol recipient at once. */
    tokens: jsonb("tokens").$type<`0x${string}`[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("manager_events_manager").on(table.datasetId, table.manager, table.block, table.logIndex),
  ],
);

export const managers = market.table(
  "managers",
  {
    datasetId: datasetId(),
    address: addressBytes("address").notNull(),
    kind: managerKindColumn("kind").$type<ManagerKind>().notNull(),
    owner: addressBytes("owner").notNull(),
    /** Protocol fee of a revenue manager; `creatorFirstBps` of a split. */
    bps: integer("bps").notNull(),
    /** Current recipient of the protocol fee; null for splits. */
    protocolRecipient: addressBytes("protocol_recipient"),
    /** Number of changes of a split's shares; `version` of the contract. */
    generation: integer("generation").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.address] }),
    index("managers_owner").on(table.datasetId, table.owner),
    index("managers_protocol").on(table.datasetId, table.protocolRecipient),
  ],
);

/** Tokens whose income a manager shares. */
export const managerTokens = market.table(
  "manager_tokens",
  {
    datasetId: datasetId(),
    token: addressBytes("token").notNull(),
    manager: addressBytes("manager").notNull(),
    payee: addressBytes("payee").notNull(),
    /** Lifetime payments of the stream that were shared already or went to earlier holders. */
    seenWei: wholeNumber("seen_wei").notNull(),
    /** Recipient of its protocol fee until its next sync; null for splits. */
    protocolRecipient: addressBytes("protocol_recipient"),
    /** The moderator dropped it from the split: all later income goes to the payee. */
    isDropped: boolean("is_dropped").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.token] }),
    index("manager_tokens_manager").on(table.datasetId, table.manager),
    index("manager_tokens_payee").on(table.datasetId, table.payee),
    index("manager_tokens_protocol").on(table.datasetId, table.protocolRecipient),
  ],
);

/** Shares of a split in micro-percent, by generation; each generation has its own pool. */
export const managerShares = market.table(
  "manager_shares",
  {
    datasetId: datasetId(),
    manager: addressBytes("manager").notNull(),
    generation: integer("generation").notNull(),
    account: addressBytes("account").notNull(),
    share: integer("share").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.manager, table.generation, table.account] }),
    index("manager_shares_account").on(table.datasetId, table.account),
  ],
);

/** Lifetime wei recorded for all recipients of a generation. */
export const managerPools = market.table(
  "manager_pools",
  {
    datasetId: datasetId(),
    manager: addressBytes("manager").notNull(),
    generation: integer("generation").notNull(),
    recordedWei: wholeNumber("booked_wei").notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.manager, table.generation] })],
);

/** Wei credited to an address as payee or protocol recipient, and all wei paid to it. */
export const managerAccounts = market.table(
  "manager_accounts",
  {
    datasetId: datasetId(),
    manager: addressBytes("manager").notNull(),
    account: addressBytes("account").notNull(),
    creditedWei: wholeNumber("credited_wei").notNull(),
    paidWei: wholeNumber("paid_wei").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.manager, table.account] }),
    index("manager_accounts_account").on(table.datasetId, table.account),
  ],
);

/** Wei that fee streams paid for an address that held them, including managers. */
export const streamPayments = market.table(
  "stream_payments",
  {
    datasetId: datasetId(),
    account: addressBytes("account").notNull(),
    paidWei: wholeNumber("paid_wei").notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.account] })],
);
