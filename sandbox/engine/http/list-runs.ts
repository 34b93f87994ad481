import type { Queryable } from "@/sandbox/engine/database";

export const RUN_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export type ListedStep = {
  name: string;
  op: string;
  status: string;
  attempts: number;
  error: unknown;
  created_at: Date;
  ended_at: Date | null;
  duration_ms: number | null;
};
export type ListedRun = {
  id: string;
  function_id: string;
  status: RunStatus;
  event: unknown;
  output: unknown;
  error: unknown;
  queued_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  steps: ListedStep[];
};
export type RunListing = {
  runs: ListedRun[];
  counts: Partial<Record<RunStatus, number>>;
  status: RunStatus | null;
  /** Id of the last run shown when there are older ones. */
  next: string | null;
};

const PAGE_SIZE = 50;

function isRunStatus(text: string | null): text is RunStatus {
  return RUN_STATUSES.some((status) => status === text);
}

/** One page of runs, newest first. Parameters: `status`, `before` (a run's id). */
export async function listRuns(db: Queryable, params: URLSearchParams): Promise<RunListing> {
  const wanted = params.get("status");
  const status = isRunStatus(wanted) ? wanted : null;
  const found = await db.query<Omit<ListedRun, "steps">>(
    `SELECT id, function_id, status, event, output, error, queued_at, started_at, ended_at
     FROM engine.runs WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR id < $2)
     ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`,
    [status, params.get("before")],
  );
  const runs = found.rows.slice(0, PAGE_SIZE);
  const steps = await db.query<ListedStep & { run_id: string }>(
    `SELECT run_id, name, op, status, attempts, error, created_at, ended_at, duration_ms
     FROM engine.steps WHERE run_id = ANY($1) ORDER BY created_at, ended_order`,
    [runs.map((run) => run.id)],
  );
  const counts = await db.query<{ status: RunStatus; count: number }>(
    "SELECT status, count(*)::int AS count FROM engine.runs GROUP BY status",
  );
  return {
    runs: runs.map((run) => ({
      ...run,
      steps: steps.rows.filter((step) => step.run_id === run.id),
    })),
    counts: Object.fromEntries(counts.rows.map((row) => [row.status, row.count])),
    status,
    next: found.rows.length > PAGE_SIZE ? (runs.at(-1)?.id ?? null) : null,
  };
}
