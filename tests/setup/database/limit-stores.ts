import type { LimitStore } from "@/lib/drivers/limits/limiter";
import { readEnv } from "@/lib/env";
import { startStore } from "@/sandbox/store/start-store";
import { startRedis } from "../servers/start-redis";
import { startUpstashRest } from "../servers/upstash-rest";

/** A store to run the limiter's suite against; `wrong` is the same store with a wrong password. */
export type RunningStore = { store: LimitStore; wrong: LimitStore; stop(): Promise<void> };

const TOKEN = "test-token";

async function startEmbedded(): Promise<RunningStore> {
  const embedded = await startStore(`redis://:${TOKEN}@127.0.0.1:0`);
  return {
    store: { redisUrl: embedded.url },
    wrong: { redisUrl: embedded.url.replace(TOKEN, "wrong") },
    stop: embedded.stop,
  };
}

async function startUpstash(): Promise<RunningStore> {
  const embedded = await startStore(`redis://:${TOKEN}@127.0.0.1:0`);
  const rest = await startUpstashRest(embedded.url, TOKEN);
  return {
    store: { upstashUrl: rest.url, upstashToken: TOKEN },
    wrong: { upstashUrl: rest.url, upstashToken: "wrong" },
    async stop() {
      await rest.stop();
      await embedded.stop();
    },
  };
}

async function startInstalledRedis(): Promise<RunningStore | null> {
  const redis = await startRedis({ password: TOKEN });
  if (redis === null) return null;
  return {
    store: { redisUrl: `redis://:${TOKEN}@127.0.0.1:${redis.port}` },
    wrong: { redisUrl: `redis://:wrong@127.0.0.1:${redis.port}` },
    stop: redis.stop,
  };
}

/** Every store that is available on this machine. Prints a line for each that is not. */
export async function startLimitStores(): Promise<[name: string, store: RunningStore][]> {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = readEnv();
  const stores: [string, RunningStore][] = [
    ["the embedded store", await startEmbedded()],
    ["Upstash's REST protocol", await startUpstash()],
  ];
  const redis = await startInstalledRedis();
  if (redis !== null) stores.push(["redis-server", redis]);
  const stop = async () => undefined;
  if (REDIS_URL !== undefined) {
    const wrong = new URL(REDIS_URL);
    wrong.password = "wrong";
    stores.push([
      "REDIS_URL",
      { store: { redisUrl: REDIS_URL }, wrong: { redisUrl: wrong.href }, stop },
    ]);
  }
  if (UPSTASH_REDIS_REST_URL !== undefined && UPSTASH_REDIS_REST_TOKEN !== undefined) {
    const upstashUrl = UPSTASH_REDIS_REST_URL;
    const store = { upstashUrl, upstashToken: UPSTASH_REDIS_REST_TOKEN };
    stores.push(["Upstash", { store, wrong: { upstashUrl, upstashToken: "wrong" }, stop }]);
  } else
    process.stdout.write("limiter suite: no UPSTASH_REDIS_REST_URL, the real Upstash skipped\n");
  return stores;
}
