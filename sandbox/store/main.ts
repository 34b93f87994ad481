import { join } from "node:path";
import pino from "pino";
import { readEnv, required } from "@/lib/env";
import { startStore } from "@/sandbox/store/start-store";

/** The rate-limit store as a process of its own: `node dist/store.mjs`. */
const env = readEnv();
const log = pino({ name: "store", level: env.LOG_LEVEL });

const store = await startStore({
  port: required(env, "STORE_PORT"),
  token: required(env, "UPSTASH_REDIS_REST_TOKEN"),
  file: env.STORE_FILE ?? join(env.dataDir, "store.jsonl"),
  log,
});
log.info({ url: store.url }, "store listening");

let isStopping = false;
async function stop(reason: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, "stopping");
  await store.stop();
  process.exit(0);
}
process.once("SIGTERM", () => void stop("SIGTERM"));
process.once("SIGINT", () => void stop("SIGINT"));
// The supervisor is gone: nobody would ever stop this process.
process.once("disconnect", () => void stop("disconnect"));
