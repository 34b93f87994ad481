import type { EngineParts } from "@/sandbox/engine/parts";

const EVERY_MS = 600_000;
/** Ids of events have to be remembered for a day; after that they only take room. */
const KEEP_EVENTS = "2 days";

/** Removes ended runs and events that are past keeping. @returns runs removed */
export async function prune(parts: EngineParts): Promise<number> {
  const { keepDays, keepRuns } = parts.settings;
  const removed = await parts.db.query(
    `DELETE FROM engine.runs WHERE ended_at IS NOT NULL AND (
       ended_at < now() - $1 * interval '1 day'
       OR ended_at < (SELECT ended_at FROM engine.runs WHERE ended_at IS NOT NULL
                      ORDER BY ended_at DESC OFFSET $2 LIMIT 1))`,
    [keepDays, Math.max(0, keepRuns - 1)],
  );
  await parts.db.query(
    `DELETE FROM engine.events
     WHERE dispatched_at IS NOT NULL AND received_at < now() - interval '${KEEP_EVENTS}'`,
  );
  return removed.rowCount ?? 0;
}

/** Prunes now and then until `signal` is aborted. */
export async function prunePeriodically(parts: EngineParts, signal: AbortSignal): Promise<void> {
  const run = () =>
    prune(parts).catch((error: Error) => parts.log.warn({ err: error }, "pruning failed"));
  await run();
  if (signal.aborted) return;
  const timer = setInterval(run, EVERY_MS);
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearInterval(timer);
}
