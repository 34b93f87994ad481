import { and, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Hex } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import type { Realm } from "@/lib/shared/realm";
import type { DeliveryState, DisabledReason } from "../rules/kinds";
import { KEPT_MS, LEASE_MS, RETRIED_MS, UNREACHABLE_MS, VERIFIED_MS } from "../rules/limits";
import { webhookDeliveries, webhookSubjects, webhooks } from "./tables";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type Subjects = { tokens: Hex[]; creators: Hex[] };
/** Whose webhooks a request may see: those of an account, or of a management secret. */
export type WebhookOwner = { accountId: string } | { managementHash: Hex };
export type WebhookQuota = { callers: readonly string[]; owner: WebhookOwner; ownerMax: number } & {
  /** Maximum for each of `callers`, in the same order. */
  callerMax: readonly number[];
};
export type Outcome = { status: number | null; error: string | null };

/** An arbitrary number, the same in every process that stores webhooks. */
const QUOTA_LOCK = 5_107_223;
const WOKEN_AT_ONCE = 500;

/** Webhooks of one realm, and their deliveries, in Postgres. */
export function createWebhookStore(db: Database, now: () => Date, realm: Realm) {
  const isOf = (id: string) => and(eq(webhooks.id, id), eq(webhooks.realm, realm));
  const isOwned = (owner: WebhookOwner) =>
    "accountId" in owner
      ? eq(webhooks.accountId, owner.accountId)
      : eq(webhooks.managementHash, owner.managementHash);

  const wake = (tx: Executor, ids: readonly string[]) =>
    addEvents(
      tx,
      ids.map((id) => ({ name: "webhook/due" as const, data: { id } })),
      now(),
    );

  async function add(
    tx: Executor,
    row: Pick<typeof webhookDeliveries.$inferInsert, "webhookId" | "kind" | "data" | "eventKey">,
    forMs: number,
  ): Promise<DeliveryRow> {
    const at = now();
    const expiresAt = new Date(at.getTime() + forMs);
    const [added] = await tx
      .insert(webhookDeliveries)
      .values({ ...row, lane: row.eventKey, createdAt: at, nextAt: at, expiresAt })
      .returning();
    if (added === undefined) throw new Error("a delivery was not stored");
    await wake(tx, [row.webhookId]);
    return added;
  }

  /** Asks the endpoint to prove that it wants events; replaces an earlier question. */
  async function startVerification(tx: Executor, webhookId: string, challenge: string) {
    await tx
      .update(webhooks)
      .set({ state: "pending", disabledReason: null, challenge })
      .where(isOf(webhookId));
    await tx
      .update(webhookDeliveries)
      .set({ state: "canceled", finishedAt: now() })
      .where(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          eq(webhookDeliveries.kind, "webhook.verify"),
          eq(webhookDeliveries.state, "waiting"),
        ),
      );
    const eventKey = `verify/${challenge}`;
    const data = { challenge };
    return add(tx, { webhookId, kind: "webhook.verify", data, eventKey }, VERIFIED_MS);
  }

  /** Before any delivery that may switch it off: two at once would wait for each other's rows. */
  const lockWebhook = (tx: Executor, id: string) =>
    tx.select({ id: webhooks.id }).from(webhooks).where(isOf(id)).for("update");

  async function disableIn(tx: Executor, id: string, reason: DisabledReason): Promise<void> {
    await tx.update(webhooks).set({ state: "disabled", disabledReason: reason }).where(isOf(id));
    await tx
      .update(webhookDeliveries)
      .set({ state: "dead", finishedAt: now(), error: "the webhook was switched off" })
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, "waiting")));
  }

  async function writeSubjects(tx: Executor, webhookId: string, { tokens, creators }: Subjects) {
    await tx.delete(webhookSubjects).where(eq(webhookSubjects.webhookId, webhookId));
    const rows = [
      ...tokens.map((subject) => ({ webhookId, role: 1, subject })),
      ...creators.map((subject) => ({ webhookId, role: 2, subject })),
    ];
    const all = { webhookId, role: 0, subject: "0x" as const };
    await tx.insert(webhookSubjects).values(rows.length === 0 ? [all] : rows);
  }

  return {
    /**
     * Stores a webhook and asks its endpoint for the challenge, unless a quota is used up.
     * @returns whether it was stored
     */
    insert: (
      row: Omit<typeof webhooks.$inferInsert, "realm" | "state" | "createdAt">,
      subjects: Subjects,
      { owner, ownerMax, callers, callerMax }: WebhookQuota,
    ): Promise<WebhookRow | null> =>
      db.transaction(async (tx) => {
        // One at a time, so that concurrent requests cannot pass the count together.
        await tx.execute(sql`select pg_advisory_xact_lock(${QUOTA_LOCK})`);
        const counted = async (where: Parameters<typeof and>[0]) => {
          const [found] = await tx
            .select({ n: count() })
            .from(webhooks)
            .where(and(eq(webhooks.realm, realm), where));
          return found?.n ?? 0;
        };
        if ((await counted(isOwned(owner))) >= ownerMax) return null;
        for (const [i, caller] of callers.entries()) {
          const used = await counted(sql`${webhooks.callers} @> array[${caller}]::text[]`);
          if (used >= (callerMax[i] ?? 0)) return null;
        }
        const [stored] = await tx
          .insert(webhooks)
          .values({ ...row, realm, state: "pending", createdAt: now() })
          .returning();
        if (stored === undefined) return null;
        await writeSubjects(tx, row.id, subjects);
        await startVerification(tx, row.id, row.challenge);
        return stored;
      }),
    /** Null if there is no such webhook, or it is not the owner's. */
    async find(id: string, owner: WebhookOwner): Promise<WebhookRow | null> {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(isOf(id), isOwned(owner)));
      return row ?? null;
    },
    /** For the process that sends. */
    async load(id: string): Promise<WebhookRow | null> {
      const [row] = await db.select().from(webhooks).where(isOf(id));
      return row ?? null;
    },
    list: (owner: WebhookOwner): Promise<WebhookRow[]> =>
      db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.realm, realm), isOwned(owner)))
        .orderBy(webhooks.createdAt, webhooks.id),
    async subjectsOf(ids: readonly string[]): Promise<Map<string, Subjects>> {
      const found = new Map<string, Subjects>(ids.map((id) => [id, { tokens: [], creators: [] }]));
      if (ids.length === 0) return found;
      const rows = await db
        .select()
        .from(webhookSubjects)
        .where(inArray(webhookSubjects.webhookId, [...ids]))
        .orderBy(webhookSubjects.subject);
      for (const { webhookId, role, subject } of rows) {
        if (role === 1) found.get(webhookId)?.tokens.push(subject);
        if (role === 2) found.get(webhookId)?.creators.push(subject);
      }
      return found;
    },
    /** Changes a webhook. @param changes.challenge asks the endpoint for it before further events */
    update: (
      id: string,
      changes: {
        row: Partial<Pick<WebhookRow, "url" | "kinds" | "chains" | "minTradeWei">>;
        subjects: Subjects | null;
        challenge: string | null;
        isDisabled: boolean;
      },
    ): Promise<void> =>
      db.transaction(async (tx) => {
        if (Object.keys(changes.row).length > 0) {
          await tx.update(webhooks).set(changes.row).where(isOf(id));
        }
        if (changes.subjects !== null) await writeSubjects(tx, id, changes.subjects);
        if (changes.isDisabled) await disableIn(tx, id, "owner");
        else if (changes.challenge !== null) await startVerification(tx, id, changes.challenge);
      }),
    /** Its deliveries are removed in the background. */
    remove: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.delete(webhooks).where(isOf(id));
        await tx.delete(webhookSubjects).where(eq(webhookSubjects.webhookId, id));
      }),
    async rotate(id: string, secrets: { sealed: Hex; previous: Hex; until: Date }): Promise<void> {
      const { sealed, previous, until } = secrets;
      await db
        .update(webhooks)
        .set({ sealedSecret: sealed, previousSecret: previous, previousUntil: until })
        .where(isOf(id));
    },
    verifyAgain: (id: string, challenge: string): Promise<DeliveryRow> =>
      db.transaction((tx) => startVerification(tx, id, challenge)),
    addTest: (webhookId: string, testId: string): Promise<DeliveryRow> =>
      db.transaction((tx) => {
        const eventKey = `test/${testId}`;
        return add(tx, { webhookId, kind: "webhook.test", data: {}, eventKey }, RETRIED_MS);
      }),
    /** Newest first. @param page.before sequence of the last delivery of the previous page */
    listDeliveries: (
      webhookId: string,
      page: { before: number | null; limit: number; state: DeliveryState | null },
    ): Promise<DeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            page.before === null ? undefined : lt(webhookDeliveries.sequence, page.before),
            page.state === null ? undefined : eq(webhookDeliveries.state, page.state),
          ),
        )
        .orderBy(desc(webhookDeliveries.sequence))
        .limit(page.limit),
    /** Sends an ended delivery again, apart from the order of its token. Null if there is none. */
    replay: (webhookId: string, id: string): Promise<DeliveryRow | null> =>
      db.transaction(async (tx) => {
        const at = now();
        const [replayed] = await tx
          .update(webhookDeliveries)
          .set({
            state: "waiting",
            lane: `replay/${id}`,
            attempts: 0,
            nextAt: at,
            leasedUntil: null,
            expiresAt: new Date(at.getTime() + RETRIED_MS),
            finishedAt: null,
            status: null,
            error: null,
          })
          .where(
            and(
              eq(webhookDeliveries.webhookId, webhookId),
              eq(webhookDeliveries.id, id),
              inArray(webhookDeliveries.state, ["dead", "delivered"]),
              sql`${webhookDeliveries.kind} <> 'webhook.verify'`,
            ),
          )
          .returning();
        if (replayed !== undefined) await wake(tx, [webhookId]);
        return replayed ?? null;
      }),
    /**
     * Claims deliveries that are due, at most one of each lane: its first that waits. While the
     * endpoint is not verified, only the verification.
     */
    async claim(webhook: Pick<WebhookRow, "id" | "state">, limit: number): Promise<DeliveryRow[]> {
      if (webhook.state === "disabled") return [];
      const at = now();
      const isVerify = webhook.state === "pending" ? sql`=` : sql`<>`;
      const due = db
        .select({ sequence: webhookDeliveries.sequence })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhook.id),
            sql`${webhookDeliveries.state} = 'waiting'`,
            sql`${webhookDeliveries.kind} ${isVerify} 'webhook.verify'`,
            sql`${webhookDeliveries.nextAt} <= ${at}`,
            sql`(${webhookDeliveries.leasedUntil} is null or ${webhookDeliveries.leasedUntil} <= ${at})`,
            sql`not exists (
              select 1 from launch.webhook_deliveries as earlier
              where earlier.webhook_id = ${webhookDeliveries.webhookId}
                and earlier.lane = ${webhookDeliveries.lane} and earlier.state = 'waiting'
                and earlier.sequence < ${webhookDeliveries.sequence})`,
          ),
        )
        .orderBy(webhookDeliveries.sequence)
        .limit(limit)
        .for("update", { skipLocked: true });
      const claimed = await db
        .update(webhookDeliveries)
        .set({
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          leasedUntil: new Date(at.getTime() + LEASE_MS),
        })
        .where(
          and(
            // An array, so that the rows are chosen once.
            sql`${webhookDeliveries.sequence} = any(array(${due}))`,
            sql`${webhookDeliveries.state} = 'waiting'`,
          ),
        )
        .returning();
      return claimed.toSorted((a, b) => a.sequence - b.sequence);
    },
    /** When the next delivery is due, null if none waits. A running attempt is due when its lease ends. */
    async nextDue({ id, state }: Pick<WebhookRow, "id" | "state">): Promise<Date | null> {
      if (state === "disabled") return null;
      const isVerify = state === "pending" ? sql`=` : sql`<>`;
      const { rows } = await db.execute<{ due: Date | null }>(sql`
        select min(greatest(head.next_at, head.leased_until)) as due from (
          select distinct on (lane) next_at, leased_until from launch.webhook_deliveries
          where webhook_id = ${id} and state = 'waiting' and kind ${isVerify} 'webhook.verify'
          order by lane, sequence
        ) as head`);
      const due = rows[0]?.due ?? null;
      return due === null ? null : new Date(due);
    },
    /** The endpoint accepted a delivery. @returns false when another attempt has replaced this one */
    succeed: (delivery: DeliveryRow, { status }: Outcome): Promise<boolean> =>
      db.transaction(async (tx) => {
        const at = now();
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "delivered", finishedAt: at, leasedUntil: null, status, error: null })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length === 0) return false;
        await tx
          .update(webhooks)
          .set({
            succeededAt: at,
            ...(delivery.kind === "webhook.verify"
              ? { state: "active" as const, verifiedAt: at }
              : {}),
          })
          .where(
            and(
              isOf(delivery.webhookId),
              delivery.kind === "webhook.verify" ? eq(webhooks.state, "pending") : undefined,
            ),
          );
        return true;
      }),
    /** Tries again at `at`. */
    async retry(delivery: DeliveryRow, { status, error }: Outcome, at: Date): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ nextAt: at, leasedUntil: null, status, error })
        .where(isAttempt(delivery));
    },
    /**
     * Ends a delivery as a dead letter. An endpoint that was not verified, or had no success for
     * days, is switched off.
     */
    bury: (delivery: DeliveryRow, { status, error }: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        await lockWebhook(tx, delivery.webhookId);
        const at = now();
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "dead", finishedAt: at, leasedUntil: null, status, error })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length === 0) return;
        if (delivery.kind === "webhook.verify") {
          await disableIn(tx, delivery.webhookId, "unverified");
          return;
        }
        const since = new Date(at.getTime() - UNREACHABLE_MS);
        const [silent] = await tx
          .select({ id: webhooks.id })
          .from(webhooks)
          .where(and(isOf(delivery.webhookId), lt(webhooks.succeededAt, since)));
        if (silent !== undefined) await disableIn(tx, delivery.webhookId, "unreachable");
      }),
    /** The endpoint does not want events any more. */
    switchOff: (delivery: DeliveryRow, { status, error }: Outcome): Promise<void> =>
      db.transaction(async (tx) => {
        await lockWebhook(tx, delivery.webhookId);
        const ended = await tx
          .update(webhookDeliveries)
          .set({ state: "dead", finishedAt: now(), leasedUntil: null, status, error })
          .where(isAttempt(delivery))
          .returning({ id: webhookDeliveries.id });
        if (ended.length > 0) await disableIn(tx, delivery.webhookId, "gone");
      }),
    /**
     * Makes the job engine send what has been due since `before` while no run sends for its webhook: a
     * process was killed, or a run has ended because of a long pause.
     */
    wakeDue: (before: Date): Promise<string[]> =>
      db.transaction(async (tx) => {
        const at = now();
        const { rows } = await tx.execute<{ id: string }>(sql`
          select distinct d.webhook_id as id
          from launch.webhook_deliveries as d join launch.webhooks as w on w.id = d.webhook_id
          where d.state = 'waiting' and d.next_at <= ${before} and w.realm = ${realm}
            and (w.state = 'active' or (w.state = 'pending' and d.kind = 'webhook.verify'))
            and not exists (
              select 1 from launch.webhook_deliveries as running
              where running.webhook_id = d.webhook_id and running.state = 'waiting'
                and running.leased_until > ${at})
          limit ${WOKEN_AT_ONCE}`);
        const ids = rows.map(({ id }) => id);
        await wake(tx, ids);
        return ids;
      }),
    /** Removes ended deliveries that are old, and those of removed webhooks. */
    async removeOld(): Promise<void> {
      const before = new Date(now().getTime() - KEPT_MS);
      await deleteInBatches(db, webhookDeliveries, lt(webhookDeliveries.finishedAt, before));
      const isOrphan = sql`not exists (
        select 1 from launch.webhooks as w where w.id = ${webhookDeliveries.webhookId})`;
      await deleteInBatches(db, webhookDeliveries, isOrphan);
    },
    /** Deliveries by state, and for how long the one that is most overdue has waited. */
    async readBacklog(): Promise<{
      waiting: number;
      failing: number;
      dead: number;
      overdueSeconds: number;
    }> {
      const at = now();
      const { rows } = await db.execute<Record<"waiting" | "failing" | "dead" | "overdue", number>>(
        sql`
        select
          (count(*) filter (where d.state = 'waiting' and d.error is null))::int as waiting,
          (count(*) filter (where d.state = 'waiting' and d.error is not null))::int as failing,
          (count(*) filter (where d.state = 'dead'))::int as dead,
          coalesce(extract(epoch from ${at}::timestamptz - min(greatest(d.next_at, d.leased_until))
            filter (where d.state = 'waiting' and d.attempts = 0
              and not exists (
                select 1 from launch.webhook_deliveries as earlier
                where earlier.webhook_id = d.webhook_id and earlier.lane = d.lane
                  and earlier.state = 'waiting' and earlier.sequence < d.sequence))), 0)::float8
            as overdue
        from launch.webhook_deliveries as d join launch.webhooks as w on w.id = d.webhook_id
        where w.realm = ${realm} and (
          (d.state = 'waiting' and (w.state = 'active' or d.kind = 'webhook.verify'))
          or (d.state = 'dead' and d.finished_at > ${new Date(at.getTime() - 3_600_000)}))`,
      );
      const { waiting = 0, failing = 0, dead = 0, overdue = 0 } = rows[0] ?? {};
      return { waiting, failing, dead, overdueSeconds: Math.max(0, overdue) };
    },
  };
}

/** Only the attempt that holds the lease may record its result. */
function isAttempt({ sequence, attempts }: DeliveryRow) {
  return and(
    eq(webhookDeliveries.sequence, sequence),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, "waiting"),
  );
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;
