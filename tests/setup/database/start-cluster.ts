import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import pino from "pino";
import { generatePrivateKey } from "viem/accounts";
import { childEnv } from "@/lib/env";
import { startEngine } from "@/sandbox/engine/start-engine";
import type { PostgresServer } from "@/sandbox/postgres/start-postgres";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startStore } from "@/sandbox/store/start-store";
import { METRICS_TOKEN } from "../api/read-metrics";
import { type RealChain, startRealChain } from "../chain/real-chain";
import { type RunningS3, startS3 } from "../s3/start-s3";
import { startBalancer } from "../servers/start-balancer";
import { type MailServer, startMailServer } from "../servers/start-mail-server";
import { isHealthy, PATIENT_MS } from "../stack/start-stack";
import { makeDataFolder } from "./data-folder";
import { startMigrated } from "./migrated-cluster";

const START_MS = 120_000;

/** A web server with a disk of its own. */
export type WebNode = {
  name: string;
  url: string;
  dataDir: string;
  kill(): Promise<void>;
  /** Starts it after a kill, on the same port and disk. */
  start(): Promise<void>;
};

/**
 * Two web servers behind a balancer, as on two machines: each has its own disk, and they share
 * PostgreSQL, rate-limit store, job engine, bucket, mail server and a chain that is configured like
 * a real one. An indexer follows the chain.
 */
export type Cluster = {
  nodes: readonly [WebNode, WebNode];
  /** The address of the balancer, which is the public one. */
  url: string;
  ready(): string[];
  chain: RealChain;
  s3: RunningS3;
  mail: MailServer;
  /** The variables of a web server without a bucket. */
  variables: Record<string, string>;
  output(): string;
  stop(): Promise<void>;
};

/** @param more variables of both web servers */
export async function startCluster(
  slug: RealChain["slug"],
  more: Record<string, string> = {},
): Promise<Cluster> {
  const folder = await makeDataFolder("slipway-cluster-");
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
    await rm(folder, { recursive: true, force: true });
  };
  const started = <Part extends { stop(): Promise<unknown> }>(part: Part): Part => {
    stops.push(() => part.stop());
    return part;
  };
  let output = "";
  const log = (name: string, child: ChildProcess) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output = `${output}${name}: ${chunk.toString()}`.slice(-60_000);
      });
    }
  };

  try {
    const [postgres, store, s3, mail, chain, ...ports] = await Promise.all([
      startMigrated({ dataDir: join(folder, "database") }).then(started),
      startStore("redis://:cluster@127.0.0.1:0").then(started),
      startS3().then(started),
      startMailServer().then(started),
      startRealChain(slug, generatePrivateKey()).then(started),
      freePort(),
      freePort(),
    ]);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const balancer = started(await startBalancer(urls));
    const keys = { signingKey: "55".repeat(32), eventKey: "cluster" };
    const engine = started(
      await startEngine({
        databaseUrl: await createDatabaseBeside(postgres, "engine"),
        port: 0,
        log: pino({ level: "silent" }),
        settings: { ...keys, appUrl: new URL(`${balancer.url}/api/inngest`) },
      }),
    );
    const variables = {
      HOST: "127.0.0.1",
      PUBLIC_URL: balancer.url,
      TRUSTED_PROXY_HOPS: "1",
      DEPENDENCY_TIMEOUT_MS: PATIENT_MS,
      SHUTDOWN_DELAY_MS: "0",
      DATABASE_URL: postgres.url,
      REDIS_URL: store.url,
      INNGEST_BASE_URL: engine.url,
      INNGEST_SIGNING_KEY: keys.signingKey,
      INNGEST_EVENT_KEY: keys.eventKey,
      [`RPC_URL_${slug.toUpperCase().replace("-", "_")}`]: chain.rpcUrl,
      DATA_CHAINS: slug,
      ...chain.variables,
      WALLET_SEED_KEY: `0x${"44".repeat(32)}`,
      SMTP_URL: mail.url,
      MAIL_FROM: "Slipway <hello@example.com>",
      METRICS_TOKEN,
      ...more,
    };
    const run = (program: string, own: Record<string, string>) => {
      const child = spawn(process.execPath, [program], {
        env: { ...childEnv({}), ...variables, ...own, NODE_ENV: "production" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      log(own.DATA_DIR ?? program, child);
      return child;
    };

    const indexer = run("dist/indexer.mjs", { ...s3.variables, DATA_DIR: join(folder, "indexer") });
    stops.push(() => end(indexer));

    const createNode = async (name: string, index: number): Promise<WebNode> => {
      const dataDir = join(folder, name);
      await mkdir(dataDir);
      const url = urls[index] ?? "";
      const own = { ...s3.variables, DATA_DIR: dataDir, PORT: new URL(url).port };
      let child = run("dist/server.mjs", own);
      stops.push(() => end(child));
      const untilUp = async () => {
        const isUp = await waitUntil(
          async () => child.exitCode !== null || (await isHealthy(url)),
          { timeoutMs: START_MS, everyMs: 50 },
        );
        if (isUp === null || child.exitCode !== null) throw new Error(`${name}:\n${output}`);
        await waitUntil(async () => balancer.ready().includes(url), { timeoutMs: START_MS });
      };
      await untilUp();
      return {
        name,
        url,
        dataDir,
        kill: () => end(child, "SIGKILL"),
        async start() {
          child = run("dist/server.mjs", own);
          await untilUp();
        },
      };
    };
    const nodes = await Promise.all([createNode("first", 0), createNode("second", 1)]);
    return {
      nodes,
      url: balancer.url,
      ready: balancer.ready,
      chain,
      s3,
      mail,
      variables,
      stop,
      output: () => output,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabaseBeside({ url }: PostgresServer, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return beside.href;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
