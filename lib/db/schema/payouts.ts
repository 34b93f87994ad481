import { sql } from "drizzle-orm";
import { index, jsonb, numeric, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import type { ChainSlug } from "@/lib/domain/chains";
import type { PayoutSourceKind, PayoutState } from "@/lib/domain/payout";
import { launch } from "./launch";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

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
