import pino from "pino";
import { readEnv, required } from "@/lib/env";
import { startStore } from "./start-store";

/** The rate-limit store's process: `node dist/store.mjs` listens at `REDIS_URL`. */
const env = readEnv();
const log = pino({ name: "store", level: env.LOG_LEVEL });
const store = await startStore(required(env, "REDIS_URL"));
process.send?.({ type: "ready" });

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
// The supervisor is gone, so nothing else would stop this process.
process.once("disconnect", () => void stop("disconnect"));
