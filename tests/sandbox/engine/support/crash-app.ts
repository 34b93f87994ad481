import { Inngest } from "inngest";
import pg from "pg";
import { isTransientDatabaseError } from "@/sandbox/engine/database";
import { startApp } from "./start-app";
import { eventually } from "./start-harness";

/**
 * An app for crash tests: a separate process with one multi-step function whose steps each insert a
 * row into `hits`. Argument: JSON of `CrashAppOptions`.
 */
export type CrashAppOptions = {
  port: number;
  engineUrl: string;
  databaseUrl: string;
  eventKey: string;
  signingKey: string;
  checkpointing: boolean;
  steps: number;
  stepMs: number;
};

const options: CrashAppOptions = JSON.parse(process.argv[2] ?? "{}");
const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 5 });
pool.on("error", () => undefined);
const silent = () => undefined;
const client = new Inngest({
  id: "test",
  baseUrl: options.engineUrl,
  isDev: false,
  eventKey: options.eventKey,
  signingKey: options.signingKey,
  checkpointing: options.checkpointing,
  logger: { info: silent, warn: silent, error: silent, debug: silent },
});

/** Records a step. Waits for the database: an outage must not use up the function's attempts. */
async function recordHit(run: number, step: number): Promise<void> {
  const insert = () => pool.query("INSERT INTO hits (run, step) VALUES ($1, $2)", [run, step]);
  await eventually(
    () =>
      insert().catch((error: unknown) => {
        if (isTransientDatabaseError(error)) return null;
        throw error;
      }),
    "the database",
    30_000,
  );
}

const long = client.createFunction(
  { id: "long", retries: 3, triggers: { event: "long" } },
  async ({ event, step }) => {
    let sum = 0;
    for (let index = 0; index < options.steps; index++) {
      sum += await step.run(`step-${index}`, async () => {
        await recordHit(event.data.run, index);
        await new Promise((resolve) => setTimeout(resolve, options.stepMs));
        return index;
      });
    }
    return sum;
  },
);

await startApp(client, [long], options.port);
process.stdout.write("ready\n");
