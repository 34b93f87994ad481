import { isDatabaseHealthy } from "../db/create-database";
import { type Env, required } from "../env";
import { createMetrics, type Metrics } from "../metrics/create-metrics";
import { createLimiter, type Limiter, type LimitStore } from "../ratelimit/limiter";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** What the HTTP server uses for every request. */
export type ServingModule = {
  limiter: Limiter;
  metrics: Metrics;
  isDatabaseHealthy(): Promise<boolean>;
};

export function createServingModule(
  { env, log }: Pick<Core, "env" | "log">,
  { db }: Connections,
): ServingModule {
  return {
    limiter: createLimiter({
      store: limitStoreOf(env),
      onFailure: (err) =>
        log.warn({ err }, "counts could not be shared: the rate-limit store is down"),
    }),
    metrics: createMetrics(),
    isDatabaseHealthy: () => isDatabaseHealthy(db),
  };
}

function limitStoreOf(env: Env): LimitStore {
  if (env.UPSTASH_REDIS_REST_URL === undefined) return { redisUrl: required(env, "REDIS_URL") };
  return {
    upstashUrl: env.UPSTASH_REDIS_REST_URL,
    upstashToken: required(env, "UPSTASH_REDIS_REST_TOKEN"),
  };
}
