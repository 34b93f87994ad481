import type { Queryable } from "@/sandbox/engine/database";
import { delayMs } from "@/sandbox/engine/duration";
import { keyOf, type Scope } from "@/sandbox/engine/expression";
import { newId } from "@/sandbox/engine/ids";
import type { FunctionConfig, StoredEvent } from "@/sandbox/engine/protocol";

export type ConcurrencyLimit = { key: string; limit: number };
export type Parent = { runId: string; stepId: string };

const IDEMPOTENCY_WINDOW = "24 hours";

/**
 * The counters that a run's calls occupy. With scope `fn` a counter belongs to the function, else
 * to everyone who evaluates the same key expression to the same value.
 */
export function concurrencyLimits(config: FunctionConfig, scope: Scope): ConcurrencyLimit[] {
  return (config.concurrency ?? [])
    .filter((option) => option.limit > 0)
    .map((option) => {
      const owner = (option.scope ?? "fn") === "fn" ? config.id : (option.scope ?? "");
      const value = option.key === undefined ? "" : keyOf(option.key, scope);
      return { key: JSON.stringify([owner, option.key ?? "", value]), limit: option.limit };
    });
}

/**
 * Creates a run with its first job.
 * @returns the run's id, or null when the function's idempotency key was seen within 24 h
 */
export async function createRun(
  tx: Queryable,
  config: FunctionConfig,
  event: StoredEvent,
  parent?: Parent,
): Promise<string | null> {
  const scope = { event };
  if (config.idempotency !== undefined && parent === undefined) {
    const key = JSON.stringify([config.id, keyOf(config.idempotency, scope)]);
    const taken = await tx.query(
      `INSERT INTO engine.idempotency AS known (key, expires_at)
       VALUES ($1, now() + interval '${IDEMPOTENCY_WINDOW}')
       ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
       WHERE known.expires_at < now()`,
      [key],
    );
    if (taken.rowCount === 0) return null;
  }
  const runId = newId();
  const limits = concurrencyLimits(config, scope);
  await tx.query(
    `INSERT INTO engine.runs
       (id, function_id, event, concurrency, concurrency_keys, parent_run_id, parent_step_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      runId,
      config.id,
      JSON.stringify(event),
      JSON.stringify(limits),
      limits.map((limit) => limit.key),
      parent?.runId ?? null,
      parent?.stepId ?? null,
    ],
  );
  await tx.query("INSERT INTO engine.jobs (run_id, kind) VALUES ($1, 'discover')", [runId]);
  await addTimeout(tx, runId, "start-timeout", config.timeouts?.start);
  return runId;
}

/** Arms one of the function's own time limits. */
export async function addTimeout(
  tx: Queryable,
  runId: string,
  kind: "start-timeout" | "finish-timeout",
  limit: string | undefined,
): Promise<void> {
  const waitMs = limit === undefined ? null : delayMs(limit, Date.now());
  if (waitMs === null) return;
  await tx.query(
    `INSERT INTO engine.jobs (run_id, kind, run_at)
     VALUES ($1, $2, now() + $3 * interval '1 millisecond') ON CONFLICT DO NOTHING`,
    [runId, kind, waitMs],
  );
}
