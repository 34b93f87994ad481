import { Inngest } from "inngest";
import pg from "pg";
import { startApp } from "./start-app";

/**
 * An app that is killed: a process of its own with one function of several steps, each of which
 * leaves a row in `hits`. Argument: JSON of `CrashAppOptions`.
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

const long = client.createFunction(
  { id: "long", retries: 3, triggers: { event: "long" } },
  async ({ event, step }) => {
    let sum = 0;
    for (let index = 0; index < options.steps; index++) {
      sum += await step.run(`step-${index}`, async () => {
        await pool.query("INSERT INTO hits (run, step) VALUES ($1, $2)", [event.data.run, index]);
        await new Promise((resolve) => setTimeout(resolve, options.stepMs));
        return index;
      });
    }
    return sum;
  },
);

await startApp(client, [long], options.port);
process.stdout.write("ready\n");
