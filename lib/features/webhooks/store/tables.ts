import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { hexBytes, launch, moment, wholeNumber } from "../../../drivers/db/columns";
import type { ChainSlug } from "../../../shared/chains";
import type { Realm } from "../../../shared/realm";
import type {
  DeliveryKind,
  DeliveryState,
  DisabledReason,
  WebhookKind,
  WebhookState,
} from "../rules/kinds";
import type { PreviousSecret } from "../rules/previous-secrets";
import type { SubjectRole } from "../rules/subject-role";

const none = sql`'{}'::text[]`;

/** Endpoints of users. A webhook belongs to an account or to the holder of a management secret. */
export const webhooks = launch.table(
  "webhooks",
  {
    id: text().primaryKey(),
    realm: text().$type<Realm>().notNull(),
    accountId: text(),
    /** SHA-256 of the management secret. */
    managementHash: hexBytes(),
    /** Keyed hashes of the caller that created it, and of its networks. */
    callers: text().array().notNull().default(none),
    url: text().notNull(),
    state: text().$type<WebhookState>().notNull(),
    disabledReason: text().$type<DisabledReason>(),
    /** When it was disabled; null in rows of the previous release until the next upkeep. */
    disabledAt: moment("disabled_at"),
    kinds: text().array().$type<WebhookKind[]>().notNull(),
    /** Empty: all chains. */
    chains: text().array().$type<ChainSlug[]>().notNull().default(none),
    minTradeWei: wholeNumber().notNull(),
    /** Signing secrets, encrypted under a key that the installation's key encrypts. */
    sealedSecret: hexBytes().notNull(),
    /** Replaced ones that still sign: see `rules/previous-secrets.ts`. */
    previousSecrets: jsonb().$type<PreviousSecret[]>().notNull().default([]),
    /** The last replaced one, for servers of the previous release. */
    previousSecret: hexBytes(),
    previousUntil: moment("previous_until"),
    /** The challenge that the endpoint must repeat before it gets events. */
    challenge: text().notNull(),
    createdAt: moment("created_at").notNull(),
    /** When its endpoint was verified last. */
    verifiedAt: moment("verified_at"),
    succeededAt: moment("succeeded_at"),
    /** When its overdue deliveries were requested last. */
    requestedAt: moment("requested_at"),
  },
  (table) => [
    // Servers of the previous release look up active webhooks only.
    index("webhooks_active").on(table.id).where(sql`state = 'active'`),
    index("webhooks_receiving")
      .on(table.id)
      .where(sql`verified_at is not null and state <> 'disabled'`),
    index("webhooks_account").on(table.accountId),
    index("webhooks_management").on(table.managementHash),
    index("webhooks_callers").using("gin", table.callers),
  ],
);

/** Subjects of a webhook's filters. */
export const webhookSubjects = launch.table(
  "webhook_subjects",
  {
    webhookId: text().notNull(),
    role: smallint().$type<SubjectRole>().notNull(),
    /** An address; empty for `everything`. */
    subject: hexBytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.role, table.subject, table.webhookId] }),
    index("webhook_subjects_webhook").on(table.webhookId),
  ],
);

/**
 * Events for endpoints, written in the transaction of the change that they report. Those of one lane
 * (chain and token) are sent in the order of `sequence`.
 */
export const webhookDeliveries = launch.table(
  "webhook_deliveries",
  {
    sequence: bigserial({ mode: "number" }).primaryKey(),
    /** `webhook-id` of every attempt. */
    id: text().notNull().default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    webhookId: text().notNull(),
    /** Identifies the event, so that it is stored once. */
    eventKey: text().notNull(),
    kind: text().$type<DeliveryKind>().notNull(),
    lane: text().notNull(),
    /** Chain whose reorgs may remove the event; null for events that are not of a block. */
    chainId: integer(),
    block: bigint({ mode: "number" }),
    isReverted: boolean().notNull().default(false),
    /** See `render-event.ts`. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment("created_at").notNull(),
    state: text().$type<DeliveryState>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAt: moment("next_at").notNull(),
    /** The end of the running attempt's lease. */
    leasedUntil: moment("leased_until"),
    /** An attempt that fails after this is the last. */
    expiresAt: moment("expires_at").notNull(),
    finishedAt: moment("finished_at"),
    status: integer(),
    error: text(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_id").on(table.id),
    uniqueIndex("webhook_deliveries_event").on(table.webhookId, table.eventKey),
    index("webhook_deliveries_list").on(table.webhookId, table.sequence),
    index("webhook_deliveries_lane")
      .on(table.webhookId, table.lane, table.sequence)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_due").on(table.nextAt).where(sql`state = 'waiting'`),
    index("webhook_deliveries_block")
      .on(table.chainId, table.block)
      .where(sql`block is not null and not is_reverted`),
    index("webhook_deliveries_ended").on(table.finishedAt).where(sql`finished_at is not null`),
  ],
);
