import { randomUUID } from "node:crypto";
import type { Queryable } from "@/sandbox/engine/database";
import type { ConcurrencyLimit } from "@/sandbox/engine/runs/create-run";

export type JobKind = "discover" | "step" | "timer";

/** A job that this process holds; `lease` is required to write the result. */
export type ClaimedJob = {
  id: string;
  lease: string;
  runId: string;
  kind: JobKind;
  stepId: string;
  attempt: number;
  interruptions: number;
  unreachable: number;
  limits: readonly ConcurrencyLimit[];
};

type Row = {
  id: string;
  run_id: string;
  kind: JobKind;
  step_id: string;
  attempt: number;
  interruptions: number;
  unreachable: number;
  concurrency: ConcurrencyLimit[];
};

export const LEASE = "60 seconds";

/** Number of running calls per concurrency counter. */
export class ConcurrencyCounters {
  readonly #counters = new Map<string, { count: number; limit: number }>();

  /** Keys of the counters that have no room for a call with these limits. */
  fullKeysOf(limits: readonly ConcurrencyLimit[]): string[] {
    return limits
      .filter(({ key, limit }) => (this.#counters.get(key)?.count ?? 0) >= limit)
      .map(({ key }) => key);
  }

  occupy(limits: readonly ConcurrencyLimit[]): void {
    for (const { key, limit } of limits) {
      this.#counters.set(key, { count: (this.#counters.get(key)?.count ?? 0) + 1, limit });
    }
  }

  release(limits: readonly ConcurrencyLimit[]): void {
    for (const { key } of limits) {
      const counter = this.#counters.get(key);
      if (counter === undefined) continue;
      if (counter.count <= 1) this.#counters.delete(key);
      else counter.count -= 1;
    }
  }

  /** Keys of full counters. */
  fullKeys(): string[] {
    return [...this.#counters].filter(([, it]) => it.count >= it.limit).map(([key]) => key);
  }
}

/**
 * Claims due jobs, oldest first, within the concurrency limits of their runs. Claimed calls occupy
 * their counters until `counters.release(limits)`.
 *
 * Only the owner of the engine claims, one claim at a time, so the limits can be counted here; the
 * UPDATE still repeats the lease condition.
 */
export async function claimJobs(
  db: Queryable,
  ownerId: string,
  counters: ConcurrencyCounters,
  max: number,
): Promise<ClaimedJob[]> {
  const chosen: ClaimedJob[] = [];
  // A run keeps the limits of the release that created it, so its counter may be full only for it.
  const full = new Set<string>();
  let hasBlocked = true;
  // A batch may contain more jobs of one counter than it has room for; the next query skips them.
  while (hasBlocked && chosen.length < max) {
    hasBlocked = false;
    const due = await db.query<Row>(
      `SELECT job.id, job.run_id, job.kind, job.step_id, job.attempt, job.interruptions,
              job.unreachable, run.concurrency
       FROM engine.jobs job JOIN engine.runs run ON run.id = job.run_id
       WHERE job.run_at <= now() AND (job.leased_until IS NULL OR job.leased_until < now())
         AND (job.kind NOT IN ('discover', 'step') OR NOT run.concurrency_keys && $1)
         AND job.id <> ALL($2)
       ORDER BY job.run_at, job.id LIMIT $3`,
      [[...counters.fullKeys(), ...full], chosen.map((job) => job.id), max - chosen.length],
    );
    for (const row of due.rows) {
      const limits = row.kind === "discover" || row.kind === "step" ? row.concurrency : [];
      const blocking = counters.fullKeysOf(limits);
      for (const key of blocking) full.add(key);
      if (blocking.length > 0) {
        hasBlocked = true;
        continue;
      }
      counters.occupy(limits);
      chosen.push(toJob(row, limits));
    }
  }
  return chosen.length === 0 ? [] : takeLeases(db, ownerId, counters, chosen);
}

function toJob(row: Row, limits: readonly ConcurrencyLimit[]): ClaimedJob {
  return {
    id: row.id,
    lease: randomUUID(),
    runId: row.run_id,
    kind: row.kind,
    stepId: row.step_id,
    attempt: row.attempt,
    interruptions: row.interruptions,
    unreachable: row.unreachable,
    limits,
  };
}

async function takeLeases(
  db: Queryable,
  ownerId: string,
  counters: ConcurrencyCounters,
  chosen: readonly ClaimedJob[],
): Promise<ClaimedJob[]> {
  const taken = new Set<string>();
  try {
    const leased = await db.query<{ id: string }>(
      `UPDATE engine.jobs job
       SET lease = given.lease, leased_by = $3, leased_until = now() + interval '${LEASE}',
           again = false
       FROM unnest($1::bigint[], $2::uuid[]) AS given (id, lease)
       WHERE job.id = given.id AND (job.leased_until IS NULL OR job.leased_until < now())
       RETURNING job.id`,
      [chosen.map((job) => job.id), chosen.map((job) => job.lease), ownerId],
    );
    for (const row of leased.rows) taken.add(row.id);
  } finally {
    for (const job of chosen) if (!taken.has(job.id)) counters.release(job.limits);
  }
  return chosen.filter((job) => taken.has(job.id));
}

/** Renews the leases of running calls. */
export async function renewLeases(db: Queryable, leases: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE engine.jobs SET leased_until = now() + interval '${LEASE}' WHERE lease = ANY($1)`,
    [leases],
  );
}

/** Returns a job that could not be processed. It is claimed again after a second. */
export async function returnJob(db: Queryable, lease: string): Promise<void> {
  await db.query(
    `UPDATE engine.jobs SET lease = NULL, leased_by = NULL, leased_until = NULL,
       run_at = greatest(run_at, now() + interval '1 second')
     WHERE lease = $1`,
    [lease],
  );
}

/**
 * Releases every lease except those of running calls, so that the jobs can be claimed at once. Only
 * for the owner of the engine, between two claims.
 */
export async function releaseLeases(db: Queryable, underWay: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE engine.jobs SET lease = NULL, leased_by = NULL, leased_until = NULL
     WHERE lease IS NOT NULL AND lease <> ALL($1)`,
    [underWay],
  );
}
