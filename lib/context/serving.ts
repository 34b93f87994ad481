import { isDatabaseHealthy } from "@/lib/drivers/db/create-database";
import { createLimiter, type Limiter, type LimitStore } from "@/lib/drivers/limits/limiter";
import { createMetrics, type Metrics } from "@/lib/drivers/metrics/create-metrics";
import { type Env, required } from "../env";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Dependencies of the HTTP server. */
export type ServingModule = {
  limiter: Limiter;
  metrics: Metrics;
  isDatabaseHealthy(): Promise<boolean>;
  /** The connections of this process. */
  databasePools(): DatabasePool[];
};

/** A pool of database connections; `waiting` are the requests for one. */
export type DatabasePool = { pool: string; open: number; idle: number; waiting: number };

export function createServingModule(
  { env, log }: Pick<Core, "env" | "log">,
  { db, readingDb }: Connections,
): ServingModule {
  return {
    limiter: createLimiter({
      store: limitStoreOf(env),
      onFailure: (err) => log.warn({ err }, "rate limits not shared: the rate-limit store is down"),
    }),
    metrics: createMetrics(),
    isDatabaseHealthy: () => isDatabaseHealthy(db),
    databasePools: () =>
      Object.entries({ writing: db, reading: readingDb }).map(([pool, { $client }]) => ({
        pool,
        open: $client.totalCount,
        idle: $client.idleCount,
        waiting: $client.waitingCount,
      })),
  };
}

function limitStoreOf(env: Env): LimitStore {
  if (env.UPSTASH_REDIS_REST_URL === undefined) return { redisUrl: required(env, "REDIS_URL") };
  return {
    upstashUrl: env.UPSTASH_REDIS_REST_URL,
    upstashToken: required(env, "UPSTASH_REDIS_REST_TOKEN"),
  };
}
