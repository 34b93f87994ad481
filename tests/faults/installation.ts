import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { generatePrivateKey } from "viem/accounts";
import { childEnv } from "@/lib/env";
import { CHAINS } from "@/lib/shared/chains";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { freePort } from "@/sandbox/process/free-port";
import { findFile, readPid } from "../crash/kill-process";
import { startInngest } from "../real/start-inngest";
import { startKubo } from "../real/start-kubo";
import { startFaultyNode } from "../setup/chain/faulty-node";
import { startRealChain } from "../setup/chain/real-chain";
import { makeDataFolder } from "../setup/database/data-folder";
import { startSystemPostgres } from "../setup/database/system-postgres";
import { runProgram } from "../setup/run-program";
import { startMinio, startS3 } from "../setup/s3/start-s3";
import { accepts, startRedis } from "../setup/servers/start-redis";
import { answersHttp, startRestartable } from "../setup/stack/restartable";
import { isHealthy } from "../setup/stack/start-stack";
import { startClassifier } from "./classifier";
import type { Component } from "./component";
import { OTHER_BYTES, OTHER_CONTENT, startLyingHttp, startLyingRedis, TWICE } from "./lies";

/** The chain of every fault table. */
export const CHAIN = "base";
/** How long a request waits for a component; the default of the web server is longer. */
const DEPENDENCY_TIMEOUT_MS = "1500";
const PASSWORD = "faults";

/** Components for which the program of this machine is used where it is installed. */
export const REAL = ["postgres", "redis", "inngest", "kubo", "minio"] as const;
export type RealName = (typeof REAL)[number];

/** Two web servers, an indexer and everything they use, each in a process of its own. */
export type Installation = {
  /** The web server of the clients, and another one that reads what the first one stored. */
  url: string;
  otherUrl: string;
  manifestPath: string;
  /** The node without lies. */
  rpcUrl: string;
  components: Record<string, Component>;
  stop(): Promise<void>;
};

type Address = { url: string; component: Component; stop(): Promise<void> };

/** @param real the components that are not the embedded ones; those not installed are embedded */
export async function startInstallation(real: ReadonlySet<RealName>): Promise<Installation> {
  const folder = await makeDataFolder("slipway-faults-");
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
    await rm(folder, { recursive: true, force: true });
  };
  const add = async <Part extends { stop(): Promise<unknown> }>(starting: Promise<Part>) => {
    const part = await starting;
    stops.push(() => part.stop());
    return part;
  };
  try {
    const database = await add(startDatabase(folder, real.has("postgres")));
    const store = await add(startLimitStore(real.has("redis")));
    const [port, otherPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const engine = await add(
      startJobs(real.has("inngest"), { folder, database: database.url, url }),
    );
    const bucket = await add(startBucket(real.has("minio")));
    const ipfs = real.has("kubo") ? await startIpfs() : null;
    if (ipfs !== null) stops.push(() => ipfs.stop());
    const classifier = await add(startClassifier());
    const chain = await add(startRealChain(CHAIN, generatePrivateKey()));
    const node = await add(startFaultyNode(chain.rpcUrl));

    const env = {
      ...childEnv({
        HOST: "127.0.0.1",
        TRUSTED_PROXY_HOPS: "1",
        DEPENDENCY_TIMEOUT_MS,
        SHUTDOWN_DELAY_MS: "0",
        DATABASE_URL: database.url,
        REDIS_URL: store.url,
        RPC_URL_BASE: node.url,
        DATA_CHAINS: CHAIN,
        ...chain.variables,
        WALLET_SEED_KEY: `0x${"44".repeat(32)}`,
        ...engine.variables,
        INNGEST_SERVE_ORIGIN: url,
        ...bucket.variables,
        ...(ipfs === null ? {} : { KUBO_RPC_URL: ipfs.url }),
        MODERATOR_URL: classifier.url,
        MODERATOR_TOKEN: "faults",
        NODE_ENV: "production",
      }),
    };
    const migration = await runProgram(["dist/migrate.mjs"], env);
    if (migration.code !== 0) throw new Error(`The migration failed:\n${migration.stdout}`);
    const web = (name: string, at: number) =>
      startRestartable({
        command: [process.execPath, "--max-semi-space-size=32", "dist/server.mjs"],
        env: { ...env, DATA_DIR: join(folder, name), PORT: String(at) },
        isUp: () => isHealthy(`http://127.0.0.1:${at}`),
      });
    const first = await add(web("first", port));
    await add(web("second", otherPort));
    const indexer = await add(
      startRestartable({
        command: [process.execPath, "dist/indexer.mjs"],
        env: { ...env, DATA_DIR: join(folder, "indexer") },
        isUp: async () => true,
      }),
    );
    return {
      url,
      otherUrl: `http://127.0.0.1:${otherPort}`,
      manifestPath: chain.manifestPath,
      rpcUrl: chain.rpcUrl,
      components: {
        postgres: database.component,
        redis: store.component,
        inngest: engine.component,
        indexer: { name: "indexer", process: indexer, lie: null },
        chain: {
          name: "chain node",
          process: {
            pid: async () => readPid(await findFile(chain.dataDir, "anvil.pid")),
            start: null,
          },
          lie: nodeLies(node.become),
        },
        minio: bucket.component,
        ...(ipfs === null ? {} : { kubo: ipfs.component }),
        moderation: classifier.component,
        web: { name: "web server", process: first, lie: null },
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How long the node returns each kind of wrong response. */
const LIE_MS = 1_500;

/** Another chain, an old head, no receipts and wrong nonces, one after the other. */
function nodeLies(become: Awaited<ReturnType<typeof startFaultyNode>>["become"]) {
  const lies = [
    { chainId: CHAINS.robinhood.chainId },
    { headMax: 1 },
    { hidesReceipts: true },
    { miscounts: [3, -2, 1, -1, 2, 3, -3, 1] },
  ];
  let timer: NodeJS.Timeout | undefined;
  return (isLying: boolean) => {
    clearInterval(timer);
    let turn = 0;
    const next = () => become(structuredClone(lies[turn++ % lies.length]) ?? {});
    if (!isLying) return become({});
    next();
    timer = setInterval(next, LIE_MS);
  };
}

async function startDatabase(folder: string, isReal: boolean): Promise<Address> {
  const system = isReal ? await startSystemPostgres() : null;
  const lie = null;
  if (system !== null) {
    await createDatabases(system.url("postgres"), ["slipway", "jobs"]);
    const component = { name: "PostgreSQL", process: { ...system, hasChildren: true }, lie };
    return { url: system.url("slipway"), component, stop: system.stop };
  }
  const options = { dataDir: join(folder, "database"), password: PASSWORD };
  let server = await startPostgres(options);
  await createDatabases(server.url, ["jobs"]);
  const start = async () => {
    server = await startPostgres({ ...options, preferredPort: server.port });
  };
  const target = { pid: () => server.pid, start, hasChildren: true };
  const component = { name: "PostgreSQL", process: target, lie };
  return { url: server.url, component, stop: () => server.stop() };
}

async function createDatabases(connectionString: string, names: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  for (const name of names) await client.query(`create database ${name}`);
  await client.end();
}

async function startLimitStore(isReal: boolean): Promise<Address> {
  const redis = isReal ? await startRedis({ password: PASSWORD }) : null;
  const port = redis?.port ?? (await freePort());
  const REDIS_URL = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  const store =
    redis ??
    (await startRestartable({
      command: [process.execPath, "dist/store.mjs"],
      env: childEnv({ REDIS_URL }),
      isUp: () => accepts(port),
    }));
  const liar = await startLyingRedis(REDIS_URL);
  const name = redis === null ? "rate-limit store" : "Redis";
  return {
    url: liar.url,
    component: { name, process: store, lie: liar.lie },
    stop: both(liar, store),
  };
}

async function startJobs(
  isReal: boolean,
  { folder, database, url }: { folder: string; database: string; url: string },
) {
  const inngest = isReal ? await startInngest() : null;
  const keys = inngest?.variables ?? {
    INNGEST_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    INNGEST_SIGNING_KEY: "55".repeat(32),
    INNGEST_EVENT_KEY: PASSWORD,
  };
  const DATABASE_URL = new URL(database);
  DATABASE_URL.pathname = "/jobs";
  const target =
    inngest ??
    (await startRestartable({
      command: [process.execPath, "dist/engine.mjs"],
      env: childEnv({
        ...keys,
        DATA_DIR: folder,
        DATABASE_URL: DATABASE_URL.href,
        ENGINE_PORT: new URL(keys.INNGEST_BASE_URL).port,
        ENGINE_APP_URL: `${url}/api/inngest`,
      }),
      isUp: () => answersHttp(`${keys.INNGEST_BASE_URL}/health`),
    }));
  const liar = await startLyingHttp(keys.INNGEST_BASE_URL, TWICE);
  const name = inngest === null ? "job engine" : "Inngest";
  return {
    variables: { ...keys, INNGEST_BASE_URL: liar.url },
    component: { name, process: target, lie: liar.lie },
    stop: both(liar, target),
  };
}

async function startBucket(isReal: boolean) {
  const minio = isReal ? await startMinio() : null;
  const bucket = minio ?? (await startS3());
  const liar = await startLyingHttp(bucket.variables.S3_ENDPOINT, OTHER_BYTES);
  const name = minio === null ? "S3 bucket" : "MinIO";
  return {
    variables: { ...bucket.variables, S3_ENDPOINT: liar.url },
    component: { name, process: bucket, lie: liar.lie },
    stop: both(liar, bucket),
  };
}

async function startIpfs(): Promise<Address | null> {
  const kubo = await startKubo();
  if (kubo === null) return null;
  const liar = await startLyingHttp(kubo.url, OTHER_CONTENT);
  const component = { name: "Kubo", process: kubo, lie: liar.lie };
  return { url: liar.url, component, stop: both(liar, kubo) };
}

type Stoppable = { stop(): Promise<void> };
const both = (first: Stoppable, second: Stoppable) => async () => {
  await first.stop();
  await second.stop();
};
