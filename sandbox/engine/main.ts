import "@/lib/shared/guard-fetch";
import pino from "pino";
import { readEnv, required } from "@/lib/env";
import { startEngine } from "@/sandbox/engine/start-engine";

/** The job engine's process: `node dist/engine.mjs`. */
const env = readEnv();
const log = pino({ name: "engine", level: env.LOG_LEVEL });

const engine = await startEngine({
  databaseUrl: required(env, "DATABASE_URL"),
  port: required(env, "ENGINE_PORT"),
  log,
  settings: {
    signingKey: required(env, "INNGEST_SIGNING_KEY"),
    eventKey: required(env, "INNGEST_EVENT_KEY"),
    appUrl: new URL(required(env, "ENGINE_APP_URL")),
  },
});
log.info({ url: engine.url, jobs: `${engine.url}/jobs` }, "engine listening");

let isStopping = false;
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, "stopping");
  try {
    await engine.stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "shutdown failed");
    process.exit(1);
  }
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
// The supervisor is gone, so nothing else would stop this process.
process.once("disconnect", () => void stop("disconnect"));
