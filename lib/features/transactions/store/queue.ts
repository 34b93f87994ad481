import { and, asc, eq, inArray, not, notInArray, type SQL, sql } from "drizzle-orm";
import type { AppEvent } from "@/inngest/events";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { addEvents } from "@/lib/features/outbox/store/add-events";
import { hasUnsentEvent } from "@/lib/features/outbox/store/has-unsent-event";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { queueOf, SENT_ELSEWHERE, type TransactionKind } from "../rules";
import { isOpen, ofRealms } from "./conditions";
import { transactions } from "./tables";

const REQUEUED_AT_ONCE = 50;
/** Number of latest launches for the average duration. */
const RECENT_LAUNCHES = 20;

/** Length of a chain's queue of launches, and durations of its latest launches. */
export type QueueState = {
  /** Position of the next launch. */
  position: number;
  waitingJobs: number;
  activeJobs: number;
  recentSeconds: number[];
};

/**
 * A transaction that waits while others of its queue run is not stale, because a second run would
 * only lengthen the queue. It is stale when a later one of the queue ended before `before`.
 */
const isStale = (before: Date): SQL => sql`(
  state = 'active'
  or not exists (
    select 1 from launch.transactions busy
    where busy.kind = ${transactions.kind} and busy.chain = ${transactions.chain}
      and busy.state = 'active' and busy.touched_at >= ${before}
  )
  or ${transactions.sequence} < (
    select max(ended.sequence) from (
      select sequence from launch.transactions
      where kind = ${transactions.kind} and chain = ${transactions.chain} and finished_at < ${before}
      order by finished_at desc limit 20
    ) ended
  )
)`;

/**
 * While no step has run since it was requeued, a transaction is requeued again after the age that it had then,
 * at most five minutes: the job engine runs nothing, and each event is a run of its queue.
 */
const isDue = (now: Date): SQL => sql`(
  ${transactions.requeuedAt} is distinct from ${transactions.touchedAt}
  or ${transactions.touchedAt} < ${now}::timestamptz
    - least(interval '5 minutes', ${transactions.requeuedAt} - ${transactions.createdAt})
)`;

/** The event that lets the job engine advance a transaction. */
export function acceptedEvent(of: {
  id: string;
  kind: TransactionKind;
  chain: ChainSlug;
  startAfterSeconds: number;
  traceparent: string | null;
}): AppEvent {
  const { id, kind, chain, startAfterSeconds, traceparent } = of;
  const trace = traceparent === null ? {} : { traceparent };
  return {
    name: "transaction/accepted",
    data: { id, queue: queueOf(kind, chain), startAfterSeconds, ...trace },
  };
}

/**
 * Requeues stale transactions: open ones that no step has touched since `before`, unless the job engine
 * still has to get an event of theirs. Concurrent processes never requeue the same one.
 * @returns the ids of the requeued transactions
 */
export async function requeueStale(
  db: Database,
  input: { before: Date; chains: readonly ChainSlug[]; realms: Realms; now: Date },
): Promise<string[]> {
  const { before, chains, realms, now } = input;
  return db.transaction(async (tx) => {
    const stale = await tx
      .select({
        id: transactions.id,
        kind: transactions.kind,
        chain: transactions.chain,
        traceparent: transactions.traceparent,
      })
      .from(transactions)
      .where(
        and(
          sql`${isOpen} and ${transactions.touchedAt} < ${before} and ${isStale(before)}`,
          isDue(now),
          not(hasUnsentEvent("transaction/accepted", sql`${transactions.id}`)),
          inArray(transactions.chain, [...chains]),
          notInArray(transactions.kind, [...SENT_ELSEWHERE]),
          ofRealms(realms),
        ),
      )
      .orderBy(asc(transactions.sequence))
      .limit(REQUEUED_AT_ONCE)
      .for("update", { skipLocked: true });
    if (stale.length === 0) return [];
    const ids = stale.map(({ id }) => id);
    await tx
      .update(transactions)
      .set({ touchedAt: now, requeuedAt: now })
      .where(inArray(transactions.id, ids));
    const events = stale.map((row) => acceptedEvent({ ...row, startAfterSeconds: 0 }));
    await addEvents(tx, events, now);
    return ids;
  });
}

/** Requeues one open transaction. @returns false when it has ended */
export async function requeueOne(
  tx: Executor,
  { id, realms, now }: { id: string; realms: Realms; now: Date },
): Promise<boolean> {
  const [open] = await tx
    .select({
      id: transactions.id,
      kind: transactions.kind,
      chain: transactions.chain,
      traceparent: transactions.traceparent,
    })
    .from(transactions)
    .where(and(eq(transactions.id, id), isOpen, ofRealms(realms)))
    .for("update");
  if (open === undefined) return false;
  await tx.update(transactions).set({ touchedAt: now }).where(eq(transactions.id, id));
  await addEvents(tx, [acceptedEvent({ ...open, startAfterSeconds: 0 })], now);
  return true;
}

/** The open launches of a chain. Their number is the position of the next one. */
export async function readQueueState(
  db: Database,
  { chain, realms }: { chain: ChainSlug; realms: Realms },
): Promise<QueueState> {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [queue] = await db
    .select({
      position: sql<number>`count(*)::int`,
      waitingJobs: count(sql`${transactions.state} = 'waiting'`),
      activeJobs: count(sql`${transactions.state} = 'active'`),
      recentSeconds: recentSecondsOf(chain, realms),
    })
    .from(transactions)
    .where(isOpenLaunch(chain, realms));
  return queue ?? { position: 0, waitingJobs: 0, activeJobs: 0, recentSeconds: [] };
}

/** The ids of a chain's open launches in their order, and durations of its latest ones. */
export async function readQueue(
  db: Database,
  { chain, realms }: { chain: ChainSlug; realms: Realms },
): Promise<{ ids: string[]; recentSeconds: number[] }> {
  const [queue] = await db
    .select({
      ids: sql<
        string[]
      >`coalesce(array_agg(${transactions.id} order by ${transactions.sequence}), '{}')`,
      recentSeconds: recentSecondsOf(chain, realms),
    })
    .from(transactions)
    .where(isOpenLaunch(chain, realms));
  return queue ?? { ids: [], recentSeconds: [] };
}

function isOpenLaunch(chain: ChainSlug, { realmOf }: Realms): SQL | undefined {
  return and(
    eq(transactions.kind, "launch"),
    eq(transactions.chain, chain),
    eq(transactions.chainRealm, realmOf(chain)),
    isOpen,
  );
}

function recentSecondsOf(chain: ChainSlug, { realmOf }: Realms): SQL<number[]> {
  return sql<number[]>`array(
    select extract(epoch from (ended.finished_at - ended.created_at))::float8
    from launch.transactions ended
    where ended.kind = 'launch' and ended.chain = ${chain} and ended.chain_realm = ${realmOf(chain)}
      and ended.state = 'completed' and ended.finished_at is not null
    order by ended.finished_at desc limit ${RECENT_LAUNCHES})`;
}
