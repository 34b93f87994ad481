import { spawn } from "node:child_process";
import { once } from "node:events";
import type { LimitStore } from "@/lib/drivers/limits/limiter";
import { readEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startStore } from "@/sandbox/store/start-store";
import { startUpstashRest } from "./upstash-rest";

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

async function startRedis(): Promise<RunningStore | null> {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--requirepass", TOKEN];
  const child = spawn("redis-server", [...args, "--save", "", "--appendonly", "no"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  let isMissing = false;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.once("error", () => {
    isMissing = true;
  });
  const isUp = async () => isMissing || output.includes("Ready to accept connections");
  const found = await waitUntil(isUp, { timeoutMs: 10_000, everyMs: 20 });
  if (isMissing) return null;
  if (found === null) throw new Error(`redis-server did not start: ${output}`);
  return {
    store: { redisUrl: `redis://:${TOKEN}@127.0.0.1:${port}` },
    wrong: { redisUrl: `redis://:wrong@127.0.0.1:${port}` },
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Every store that is available on this machine. Prints a line for each that is not. */
export async function startLimitStores(): Promise<[name: string, store: RunningStore][]> {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = readEnv();
  const stores: [string, RunningStore][] = [
    ["the embedded store", await startEmbedded()],
    ["Upstash's REST protocol", await startUpstash()],
  ];
  const redis = await startRedis();
  if (redis !== null) stores.push(["redis-server", redis]);
  else process.stdout.write("limiter suite: redis-server is not installed, skipped\n");
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
