import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { notifyRelay } from "@/lib/features/outbox/store/add-events";
import { lockUnsentEvent } from "@/lib/features/outbox/store/has-unsent-event";
import type { Realm } from "@/lib/shared/realm";
import { RETRIED_MS } from "../rules/limits";
import { SUBJECT_ROLE, type SubjectRole } from "../rules/subject-role";

/** Columns of an insert into the deliveries, in the order of `addDeliveries`' rows. */
const COLUMNS = sql`webhook_id, event_key, kind, lane, chain_id, block, data, created_at, next_at, expires_at`;

/**
 * Stores deliveries and the events that make the job engine send them, in the caller's transaction.
 * An event that is stored already is left out.
 * @param rows a query of webhook_id, event_key, kind, lane, chain_id, block, data; ordered
 * @param first common table expressions that `rows` reads
 */
export async function addDeliveries(
  tx: Executor,
  rows: SQL,
  { at, first = sql`` }: { at: Date; first?: SQL },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + RETRIED_MS);
  const { rowCount } = await tx.execute(sql`
    with ${first} added as (
      insert into launch.webhook_deliveries (${COLUMNS})
      select r.webhook_id, r.event_key, r.kind, r.lane, r.chain_id, r.block, r.data,
        ${at}::timestamptz, ${at}::timestamptz, ${expiresAt}::timestamptz
      from (${rows}) as r
      on conflict do nothing
      returning webhook_id
    ),
    due as (${addDue(sql`select distinct webhook_id from added`, at)})
    select from added limit 1`);
  if ((rowCount ?? 0) > 0) await notifyRelay(tx);
}

/**
 * A statement that stores an event for each webhook of a query without an unsent one. Call
 * `notifyRelay` afterwards, also if nothing was added: the relay skips events while this transaction locks them.
 */
export const addDue = (ids: SQL, at: Date): SQL => sql`
  insert into launch.outbox (name, data, created_at)
  select 'webhook/due', jsonb_build_object('id', w.id), ${at}::timestamptz
  from (${ids}) as w(id)
  where not ${lockUnsentEvent("webhook/due", sql`w.id`)}`;

/**
 * A condition: a webhook of the realm gets events; only servers of its realm send and remove its
 * deliveries. While its endpoint is verified again, they wait. Those of an
 * endpoint that was never verified would be stored for anyone who creates webhooks.
 */
export const isReceiving = (realm: Realm): SQL =>
  sql`verified_at is not null and state <> 'disabled' and realm = ${realm}`;

/** Whether any webhook of the realm gets events: without one, nothing is matched. */
export async function hasReceivingWebhooks(tx: Executor, realm: Realm): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select 1 from launch.webhooks where ${isReceiving(realm)} limit 1`,
  );
  return (rowCount ?? 0) > 0;
}

/** A condition: no webhook of the realm gets events. */
export const noReceivingWebhooks = (realm: Realm): SQL =>
  sql`not exists (select from launch.webhooks where ${isReceiving(realm)})`;

/**
 * The webhooks `w` of a realm that filters `f` select for an event of a token and its creator; `f.role`
 * is that of the subject that they name, or `everything`. Lateral, so that the planner looks up the
 * filters of each event by their index instead of joining all webhooks with all events.
 */
export function joinWebhooks(realm: Realm, event: { token: SQL; creator: SQL }): SQL {
  const named = (role: SubjectRole, subject: SQL) => sql`
    select s.webhook_id, s.role from launch.webhook_subjects as s
    where s.role = ${role} and s.subject = ${subject}`;
  return sql`
    cross join lateral (
      select n.webhook_id, max(n.role) as role from (
        ${named(SUBJECT_ROLE.everything, sql`'\\x'::bytea`)}
        union all ${named(SUBJECT_ROLE.token, event.token)}
        union all ${named(SUBJECT_ROLE.creator, event.creator)}
      ) as n group by n.webhook_id
    ) as f
    cross join lateral (
      select * from launch.webhooks as one
      where one.id = f.webhook_id and ${isReceiving(realm)} offset 0
    ) as w`;
}

/** An address, an amount or a price in the stored data of an event; see `render-event.ts`. */
export const stored = {
  address: (column: SQL) => sql`jsonb_build_object('$address', '0x' || encode(${column}, 'hex'))`,
  hex: (column: SQL) => sql`('0x' || encode(${column}, 'hex'))`,
  wei: (amount: SQL) => sql`jsonb_build_object('$wei', (${amount})::text)`,
  price: (sqrtPrice: SQL) => sql`jsonb_build_object('$sqrtPriceX96', (${sqrtPrice})::text)`,
} as const;
