import { createDatabaseCheck, type DatabaseState } from "@/lib/drivers/db/check-database";
import { PINATA_UPLOAD_URL } from "@/lib/drivers/ipfs/pinata";
import { type LegalText, readLegalPages } from "@/lib/drivers/legal/read-legal-pages";
import { createLimiter, type Limiter, type LimitStore } from "@/lib/drivers/limits/limiter";
import { createMetrics, type Metrics } from "@/lib/drivers/metrics/create-metrics";
import { type Env, required } from "@/lib/env";
import {
  createProblemTracker,
  type ProblemTracker,
} from "@/lib/features/system/create-problem-tracker";
import type { Lifecycle } from "@/lib/features/system/lifecycle";
import { answersHttp } from "@/lib/support/calls/answers-http";
import type { Connections } from "./connections";
import type { Core } from "./core";

const CHECK_MS_MAX = 1_000;

/** Dependencies of the HTTP server. */
export type ServingModule = {
  limiter: Limiter;
  metrics: Metrics;
  /** Answers within about a second. */
  checkDatabase(): Promise<DatabaseState>;
  /** Whether the host that stores IPFS content answers; null if it is stored on this machine. */
  isIpfsHealthy(): Promise<boolean | null>;
  /** The connections of this process. */
  databasePools(): DatabasePool[];
  /** Reads the operator's texts. @throws Error when the folder has none */
  legalTexts(): readonly LegalText[];
  lifecycle: Lifecycle;
  problems: ProblemTracker;
};

/** A pool of database connections; `waiting` are the requests for one. */
export type DatabasePool = { pool: string; open: number; idle: number; waiting: number };

export function createServingModule(
  { env, log, clock }: Pick<Core, "env" | "log" | "clock">,
  { databaseUrl, db, readingDb }: Connections,
): ServingModule {
  return {
    limiter: createLimiter({
      store: limitStoreOf(env),
      onFailure: (err) => log.warn({ err }, "rate limits not shared: the rate-limit store is down"),
    }),
    metrics: createMetrics(),
    checkDatabase: createDatabaseCheck({
      url: databaseUrl,
      onError: (err) => log.warn({ err }, "database connection lost"),
    }),
    isIpfsHealthy: () => checkPinner(env),
    databasePools: () =>
      Object.entries({ writing: db, reading: readingDb }).map(([pool, { $client }]) => ({
        pool,
        open: $client.totalCount,
        idle: $client.idleCount,
        waiting: $client.waitingCount,
      })),
    legalTexts: () => readLegalPages(env.LEGAL_FOLDER ?? null),
    lifecycle: { phase: "serving" },
    problems: createProblemTracker(clock.now),
  };
}

async function checkPinner({ ipfs }: Env): Promise<boolean | null> {
  const { kuboUrl, pinataJwt, pinataUploadUrl = PINATA_UPLOAD_URL } = ipfs;
  if (kuboUrl !== undefined) return answersHttp(new URL(kuboUrl), CHECK_MS_MAX);
  return pinataJwt === undefined ? null : answersHttp(new URL(pinataUploadUrl), CHECK_MS_MAX);
}

function limitStoreOf(env: Env): LimitStore {
  if (env.UPSTASH_REDIS_REST_URL === undefined) return { redisUrl: required(env, "REDIS_URL") };
  return {
    upstashUrl: env.UPSTASH_REDIS_REST_URL,
    upstashToken: required(env, "UPSTASH_REDIS_REST_TOKEN"),
  };
}
