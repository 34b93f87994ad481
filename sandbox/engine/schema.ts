/**
 * The engine's state in Postgres. Payloads are `json`, not `jsonb`: they are never searched, and
 * `json` stores the SDK's bytes unchanged (`jsonb` rejects the escape \u0000).
 *
 * - `events`: accepted, then dispatched once (`dispatched_at`); the rows stay for deduplication.
 * - `runs` → `steps` (memoised results) and `jobs` (what is to be done next, and when).
 * - `jobs.lease` is the fencing token of one call to the app; a result without it is dropped.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE engine.functions (
  id text PRIMARY KEY,
  app_id text NOT NULL,
  url text NOT NULL,
  config json NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE engine.events (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  payload json,
  target_function_id text,
  received_at timestamptz NOT NULL DEFAULT now(),
  dispatched_at timestamptz
);
CREATE INDEX events_pending ON engine.events (seq) WHERE dispatched_at IS NULL;
CREATE INDEX events_age ON engine.events (received_at);

CREATE TABLE engine.runs (
  id text PRIMARY KEY,
  function_id text NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  event json NOT NULL,
  concurrency json NOT NULL DEFAULT '[]',
  concurrency_keys text[] NOT NULL DEFAULT '{}',
  parent_run_id text,
  parent_step_id text,
  output json,
  error json,
  queued_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX runs_active ON engine.runs (function_id) WHERE status IN ('queued', 'running');
CREATE INDEX runs_newest ON engine.runs (queued_at DESC, id);
CREATE INDEX runs_ended ON engine.runs (ended_at) WHERE ended_at IS NOT NULL;

CREATE SEQUENCE engine.step_order;
CREATE TABLE engine.steps (
  run_id text NOT NULL REFERENCES engine.runs ON DELETE CASCADE,
  id text NOT NULL,
  op text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('planned', 'retrying', 'sleeping', 'waiting', 'invoking', 'completed', 'failed', 'cancelled')),
  race boolean NOT NULL DEFAULT false,
  data json,
  error json,
  wait_event text,
  wait_if text,
  attempts integer NOT NULL DEFAULT 0,
  duration_ms double precision,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_order bigint,
  PRIMARY KEY (run_id, id)
);
CREATE INDEX steps_waiting ON engine.steps (wait_event) WHERE status = 'waiting';

CREATE TABLE engine.jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL REFERENCES engine.runs ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN
    ('discover', 'step', 'timer', 'start-timeout', 'finish-timeout')),
  step_id text NOT NULL DEFAULT '',
  run_at timestamptz NOT NULL DEFAULT now(),
  attempt integer NOT NULL DEFAULT 0,
  interruptions integer NOT NULL DEFAULT 0,
  unreachable integer NOT NULL DEFAULT 0,
  again boolean NOT NULL DEFAULT false,
  lease uuid UNIQUE,
  leased_by uuid,
  leased_until timestamptz,
  UNIQUE (run_id, kind, step_id)
);
CREATE INDEX jobs_due ON engine.jobs (run_at, id);

CREATE TABLE engine.idempotency (
  key text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
`,
  `
DROP TABLE engine.idempotency;
ALTER TABLE engine.runs DROP COLUMN parent_run_id, DROP COLUMN parent_step_id;
`,
];
