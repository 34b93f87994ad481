import { Inngest, type InngestFunction } from "inngest";
import { z } from "zod";
import { childEnv } from "@/lib/env";
import type { Engine } from "@/sandbox/engine/start-engine";
import { createLogger, startApp } from "./start-app";
import { eventually, type Harness, type RunRow, startHarness } from "./start-harness";

/** The server interface for the SDK scenarios: the embedded engine or a real Inngest. */
export type Scenarios = Pick<Harness, "client" | "runs" | "ended" | "stop"> & {
  /**
   * Sends events that a run waits for. The embedded engine reports whether the run waits, so they
   * are sent once; a real server cannot, so they are repeated until `isTaken`.
   */
  sendToWaiting(
    step: { name: string; runs: number },
    events: Parameters<Inngest["send"]>[0],
    isTaken: () => Promise<boolean> | boolean,
  ): Promise<void>;
  /** The engine's own state; null on a real server. */
  embedded: { pool: Harness["pool"]; engine: Engine } | null;
};

const RESEND_MS = 500;

/** The real Inngest server of `INNGEST_URL`; null where the variable is not set. */
export function remoteUrl(): string | null {
  return childEnv({}).INNGEST_URL ?? null;
}

export async function startEmbeddedScenarios(
  databaseUrl: string,
  functions: (client: Inngest) => InngestFunction.Like[],
  checkpointing: boolean,
): Promise<Scenarios> {
  const harness = await startHarness(databaseUrl, functions, { checkpointing });
  return {
    ...harness,
    embedded: harness,
    async sendToWaiting({ name, runs }, events) {
      await eventually(async () => {
        const found = await harness.pool.query(
          "SELECT 1 FROM engine.steps WHERE status IN ('waiting', 'sleeping') AND name = $1",
          [name],
        );
        return found.rowCount === runs ? true : null;
      }, `${runs} runs that wait at ${name}`);
      await harness.client.send(events);
    },
  };
}

const ending = z.object({
  function_id: z.string(),
  run_id: z.string(),
  event: z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }),
  result: z.unknown().optional(),
  error: z.object({ name: z.string(), message: z.string() }).nullish(),
});

/**
 * The same on the server at `url`, with `INNGEST_EVENT_KEY` and `INNGEST_SIGNING_KEY`; without a
 * signing key it is treated as a dev server. A function that listens to the ends of runs reports
 * them.
 */
export async function startRemoteScenarios(
  url: string,
  functions: (client: Inngest) => InngestFunction.Like[],
): Promise<Scenarios> {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = childEnv({});
  const port = Number(childEnv({}).INNGEST_APP_PORT ?? 0);
  const client = new Inngest({
    id: "test",
    baseUrl: url,
    isDev: signingKey === undefined,
    ...(eventKey === undefined ? {} : { eventKey }),
    ...(signingKey === undefined ? {} : { signingKey }),
    logger: createLogger(),
  });
  const ended = new Map<string, RunRow>();
  const observer = client.createFunction(
    {
      id: "observer",
      triggers: ["finished", "failed", "cancelled"].map((how) => ({
        event: `inngest/function.${how}`,
      })),
    },
    async ({ event }) => {
      const { function_id, run_id: id, event: cause, result, error } = ending.parse(event.data);
      const how = event.name.split(".").at(-1);
      const isFailure = how === "failed" || (error !== undefined && error !== null);
      const status = how === "cancelled" ? "cancelled" : isFailure ? "failed" : "completed";
      ended.set(id, {
        id,
        function_id,
        status,
        event: cause,
        output: result ?? null,
        error: error ?? null,
      });
    },
  );
  const app = await startApp(client, [...functions(client), observer], port);
  const registered = await fetch(app.url, { method: "PUT" });
  if (!registered.ok) throw new Error(`Inngest did not register the app: ${registered.status}`);
  const runs = async (functionId: string) =>
    [...ended.values()].filter((run) => run.function_id === `test-${functionId}`);
  return {
    client,
    runs,
    embedded: null,
    ended: (functionId, count = 1) =>
      eventually(async () => {
        const done = await runs(functionId);
        return done.length >= count ? done : null;
      }, `${count} ended runs of ${functionId}`),
    async sendToWaiting(_step, events, isTaken) {
      for (let isDone = false; !isDone; ) {
        await client.send(events);
        const until = Date.now() + RESEND_MS;
        isDone = await eventually(
          async () => (await isTaken()) || (Date.now() > until ? false : null),
          "the run to go on",
        );
      }
    },
    stop: app.stop,
  };
}
