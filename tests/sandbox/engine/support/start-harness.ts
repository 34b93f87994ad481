import type { Inngest, InngestFunction } from "inngest";
import pg from "pg";
import pino from "pino";
import type { EngineSettings } from "@/sandbox/engine/parts";
import { type Engine, startEngine } from "@/sandbox/engine/start-engine";
import { freePort } from "@/sandbox/process/free-port";
import { createClient, EVENT_KEY, SIGNING_KEY, startApp } from "./start-app";

export type RunRow = {
  id: string;
  function_id: string;
  status: string;
  event: { name: string; ts?: number; data: Record<string, unknown> };
  output: unknown;
  error: { name: string; message: string } | null;
};

export type Harness = {
  client: Inngest;
  engine: Engine;
  /** The URL at which the engine calls the app. */
  appUrl: string;
  pool: pg.Pool;
  /** Runs of a function (id without the app's name), oldest first. */
  runs(functionId: string): Promise<RunRow[]>;
  /** Waits until `count` runs of a function have ended. */
  ended(functionId: string, count?: number): Promise<RunRow[]>;
  stop(): Promise<void>;
};

/** Polls until `probe` returns a value other than null. */
export async function eventually<T>(
  probe: () => Promise<T | null> | T | null,
  what: string,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== null) return value;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An app and an engine in this process, over real HTTP and a real database. */
export async function startHarness(
  databaseUrl: string,
  functions: (client: Inngest) => InngestFunction.Like[],
  settings: Partial<EngineSettings> = {},
): Promise<Harness> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on("error", () => undefined);
  await pool.query("DROP SCHEMA IF EXISTS engine CASCADE");
  const port = await freePort();
  const client = createClient(`http://127.0.0.1:${port}`);
  const app = await startApp(client, functions(client));
  const engine = await startEngine({
    databaseUrl,
    port,
    log: pino({ level: "silent" }),
    settings: {
      signingKey: SIGNING_KEY,
      eventKey: EVENT_KEY,
      appUrl: new URL(app.url),
      retryBaseMs: 40,
      ...settings,
    },
  });
  const runs = async (functionId: string) => {
    const found = await pool.query<RunRow>(
      "SELECT * FROM engine.runs WHERE function_id = $1 ORDER BY id",
      [`test-${functionId}`],
    );
    return found.rows;
  };
  return {
    client,
    engine,
    appUrl: app.url,
    pool,
    runs,
    ended: (functionId, count = 1) =>
      eventually(async () => {
        const all = await runs(functionId);
        const done = all.filter((run) => !["queued", "running"].includes(run.status));
        return done.length >= count ? done : null;
      }, `${count} ended runs of ${functionId}`),
    async stop() {
      await engine.stop(1_000);
      await app.stop();
      await pool.end();
    },
  };
}
