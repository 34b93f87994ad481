import type { Queryable } from "@/sandbox/engine/database";
import { keyOf, type Scope } from "@/sandbox/engine/expression";
import type { FunctionConfig, StoredEvent } from "@/sandbox/engine/http/protocol";
import { newId } from "@/sandbox/engine/ids";

export type ConcurrencyLimit = { key: string; limit: number };

/**
 * The counters that a run's calls occupy. With scope `fn` a counter belongs to the function,
 * otherwise to all functions whose key expression has the same value.
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

/** Creates a run with its first job. */
export async function createRun(
  tx: Queryable,
  config: FunctionConfig,
  event: StoredEvent,
): Promise<void> {
  const runId = newId();
  const limits = concurrencyLimits(config, { event });
  await tx.query(
    `WITH run AS (
       INSERT INTO engine.runs (id, function_id, event, concurrency, concurrency_keys)
       VALUES ($1, $2, $3, $4, $5) RETURNING id
     )
     INSERT INTO engine.jobs (run_id, kind) SELECT id, 'discover' FROM run`,
    [
      runId,
      config.id,
      JSON.stringify(event),
      JSON.stringify(limits),
      limits.map((limit) => limit.key),
    ],
  );
}
