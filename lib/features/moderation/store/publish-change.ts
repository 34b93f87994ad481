import { and, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { addModerationChange } from "@/lib/features/webhooks/store/add-moderation-change";
import type { Realm } from "@/lib/shared/realm";
import type { ModerationReason, TargetKind } from "../rules/moderation";
import type { SeenReports } from "../schema";
import { MODERATION_CHANNEL } from "./channel";
import { isOpenOn, isTextless } from "./is-open-on";
import { appeals, moderationEvents, reports } from "./tables";

/** A target of moderation by its kind and key. */
export type Target = { kind: TargetKind; key: string };

/**
 * Serializes changes: readers follow the ids of events, so none may commit after a later one. With
 * `hashtext`, unlike other locks, because servers of the previous release use it.
 */
export async function lockModeration(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('slipway moderation'))`);
}

export type ChangeOptions = { at: Date; realm: Realm };

/**
 * Records a change for web servers and webhooks, and closes the target's reports. Runs after the change
 * in its transaction.
 * @param options.keepsReports leaves them open
 */
export async function publishChange(
  tx: Executor,
  { kind, key }: Target,
  change: { state: string | null; reason: ModerationReason | null },
  { at, realm, keepsReports = false }: ChangeOptions & { keepsReports?: boolean },
): Promise<void> {
  const eventId = await recordEvent(tx, { kind, key }, change, at);
  if (kind === "token" || kind === "picture") {
    await addModerationChange(tx, { realm, kind, key, eventId, at });
  }
  if (!keepsReports) await closeReportsOf(tx, { kind, key }, at);
}

/** Makes web servers read the decisions again. @returns the id of the event */
export async function recordEvent(
  tx: Executor,
  { kind, key }: Target,
  change: { state: string | null; reason: ModerationReason | null },
  at: Date,
): Promise<number> {
  const [event] = await tx
    .insert(moderationEvents)
    .values({ kind, key, ...change, at })
    .returning({ id: moderationEvents.id });
  if (event === undefined) throw new Error("A moderation event was not stored");
  await tx.execute(sql`select pg_notify(${MODERATION_CHANNEL}, '')`);
  return event.id;
}

/**
 * Closes open reports and appeals of a target.
 * @param seen those to close; undefined: all
 * @returns how many were closed
 */
export async function closeReportsOf(
  tx: Executor,
  target: Target,
  at: Date,
  seen?: SeenReports,
): Promise<number> {
  let closed = 0;
  for (const table of [reports, appeals]) {
    const rows = await tx
      .update(table)
      .set({ closedAt: at })
      .where(and(isOpenOn(table, target), seen && isSeen(table, seen)))
      .returning({ id: table.id });
    closed += rows.length;
  }
  return closed;
}

function isSeen(table: typeof reports | typeof appeals, seen: SeenReports): SQL | undefined {
  if (table === appeals) return inArray(appeals.id, seen.appeals);
  const textless = and(isTextless(), lte(reports.id, seen.textlessUpTo ?? 0));
  return or(inArray(reports.id, seen.reports), textless);
}
