import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "@/lib/drivers/db/migrate";
import { readNewestMigration } from "@/lib/drivers/db/read-schema";
import { NEWEST_MIGRATION } from "@/lib/drivers/db/schema-steps";
import { childEnv } from "@/lib/env";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { sendLoad } from "../setup/api/send-load";
import { addMigrations } from "../setup/database/add-migration";
import { pidOf } from "../setup/media/stored-files";
import { startBalancer } from "../setup/servers/start-balancer";
import { startStack } from "../setup/stack/start-stack";
import { buildRelease, runProgram } from "./build-release";
import { createLaunches, type Launch } from "./launches";

/**
 * Updates a running launchpad from an earlier release to this one, without downtime. Web servers of
 * the earlier release serve the schema of this one, restart on it, and are replaced one by one.
 * Meanwhile a balancer sends them 50 requests a second and launches continue, up to the first
 * server with other contracts. `npm run test:upgrade -- --from v0.1.0`; without `--from`, from the
 * newest tag. Needs `npm run build`, and Linux.
 */
const { values } = parseArgs({
  options: {
    from: { type: "string" },
    /** How long the load lasts in each phase. */
    seconds: { type: "string", default: "3" },
  },
});
const PHASE_MS = Number(values.seconds) * 1_000;
const START_MS = 120_000;
const CHAIN = "base-sepolia";
/** A client without rate limits, as seen by a proxy. */
const EXEMPT = "198.18.255.255";
/** A column that inserts of the earlier release do not have, and a table that it does not know. */
const ARTIFICIAL = [
  `alter table "launch"."transactions" add column "later" text default 'later' not null`,
  'create table "launch"."later" ("id" integer primary key)',
];

const print = (text: string) => process.stdout.write(`${text}\n`);

async function newestTag(): Promise<string> {
  const tags = await runProgram(["git", "tag", "--sort=-v:refname", "--list", "v*"]);
  const [tag = ""] = tags.split("\n");
  if (tag === "")
    throw new Error("There is no tag. Name a commit: npm run test:upgrade -- --from COMMIT");
  return tag;
}

const from = values.from ?? (await newestTag());
const hasSameContracts =
  (await runProgram(["git", "diff", "--stat", from, "--", "lib/shared/abi"])) === "";
print(`building ${from}`);
const built = await buildRelease(from);
const release = { folder: built };
const dataDir = await mkdtemp(join(tmpdir(), "slipway-upgrade-"));
const postgres = await startPostgres({ dataDir, password: "upgrade" });
const nodes = new Map<string, { child: ChildProcess; ended: Promise<unknown> }>();
/** Variables of the supervisor's web server: the services that all nodes share. */
let shared: Record<string, string> = {};

async function startNode(folder: string): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    cwd: folder,
    env: {
      ...childEnv({}),
      ...shared,
      PORT: String(port),
      SHUTDOWN_DELAY_MS: "3000",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-5_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "exit");
  child.once("exit", (code, signal) => {
    if (signal !== null || code !== 0)
      print(`A node of ${folder} ended with ${signal ?? code}:\n${output}`);
  });
  nodes.set(url, { child, ended });
  const deadline = Date.now() + START_MS;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    const state = !isRunning ? "ended" : Date.now() > deadline ? "is not ready" : null;
    if (state !== null) throw new Error(`A node of ${folder} ${state}:\n${output}`);
    await sleep(50);
  }
  return url;
}

async function stopNode(url: string): Promise<void> {
  const node = nodes.get(url);
  node?.child.kill("SIGTERM");
  await node?.ended;
}

/** Replaces a node as an operator does: stop, start, wait until the balancer has it. */
async function replace(url: string, folder: string): Promise<string> {
  const stopping = stopNode(url);
  while (balancer.ready().includes(url)) await sleep(20);
  const [next] = await Promise.all([startNode(folder), stopping]);
  balancer.add(next);
  while (!balancer.ready().includes(next)) await sleep(20);
  return next;
}

async function readVariables(pid: number): Promise<Record<string, string>> {
  const lines = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
  return Object.fromEntries(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf("=");
      // Its connection to the supervisor is its own.
      if (at < 1 || line.startsWith("NODE_CHANNEL_")) return [];
      return [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
}

/** Applies this release's migrations. @returns how many there were, or what was done instead */
async function migrateToThis(): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const before = await readNewestMigration(client);
  await client.end();
  if (before === NEWEST_MIGRATION.when) {
    const folder = await addMigrations(...ARTIFICIAL);
    await migrate(postgres.url, folder);
    await rm(folder, { recursive: true });
    return "none; two artificial ones applied";
  }
  await runProgram(["node", "dist/migrate.mjs"], { variables: { DATABASE_URL: postgres.url } });
  return `to ${NEWEST_MIGRATION.tag}`;
}

/** Replaces the rest, which is supervisor, indexer and job engine, and launches once more. */
async function findMissingAfterRestart(launched: readonly Launch[]): Promise<Launch[]> {
  for (const url of balancer.ready()) await stopNode(url);
  release.folder = process.cwd();
  await stack.restart({});
  const after = createLaunches(stack.baseUrl, CHAIN);
  await after.untilDone([await after.one()]);
  return after.findMissing(launched);
}

const stack = await startStack(
  { DATABASE_URL: postgres.url, RATE_LIMIT_EXEMPT: `${EXEMPT}/15` },
  release,
);
const balancer = await startBalancer([]);
try {
  shared = await readVariables(await pidOf(stack.dataDir, "web"));
  const old = [await startNode(release.folder), await startNode(release.folder)];
  for (const url of old) balancer.add(url);
  while (balancer.ready().length < old.length) await sleep(20);

  const launches = createLaunches(balancer.url, CHAIN);
  const first = await launches.one();
  await launches.untilDone([first]);
  const token = `/v1/${CHAIN}/tokens/${first.expectedAddress}`;
  // A launch is completed shortly before its token is indexed.
  const isIndexed = async () => (await fetch(`${balancer.url}${token}/details`)).ok;
  if ((await waitUntil(isIndexed, { timeoutMs: START_MS, everyMs: 50 })) === null) {
    throw new Error("the first token was not indexed");
  }
  const paths = [
    ...[`/v1/${CHAIN}/tokens`, `/v1/${CHAIN}/tokens?sort=newest`, `${token}/details`],
    ...[`${token}/price`, `${token}/holders`, `${token}/trades`, `${token}/candles?interval=1m`],
    ...[`/api/v1/launch-status/${first.jobId}`, "/api/v1/config", "/openapi/data.json"],
    ...["/", `/${CHAIN}`, "/livez"],
  ];
  const load = sendLoad(balancer.url, paths, { "x-forwarded-for": EXEMPT });
  const launching = launches.start();
  const phase = async (name: string) => {
    await sleep(PHASE_MS);
    print(`${name}: ${load.served()} requests served, ${launches.accepted().length} launches`);
  };

  await phase(`two servers of ${from}`);
  print(`migrations: ${await migrateToThis()}`);
  await phase("the same on the new schema");
  const restarted = await replace(old[0] ?? "", release.folder);
  await phase("one restarted on the new schema");
  const launchedByOld = await launches.one(restarted);
  await launches.untilDone([launchedByOld]);
  if (!hasSameContracts) {
    print("other contracts: no launches on servers of this release");
    await launching.stop();
    await launches.untilDone(launches.accepted());
  }
  const nextOne = await replace(old[1] ?? "", process.cwd());
  await phase("one of each release");
  await replace(restarted, process.cwd());
  await phase("two servers of this release");
  if (hasSameContracts) await launches.one(nextOne);
  await launching.stop();
  const failures = [...(await load.stop()), ...launches.failures()];
  await launches.untilDone(launches.accepted());
  const missing = hasSameContracts
    ? await findMissingAfterRestart(launches.accepted())
    : await launches.findMissing(launches.accepted());
  const report = {
    from,
    hasSameContracts,
    requests: load.served(),
    launches: launches.accepted().length,
    failed: failures.length,
    tokensMissing: missing.length,
  };
  print(JSON.stringify(report));
  for (const failure of failures.slice(0, 20)) print(failure);
  process.exitCode = failures.length === 0 && missing.length === 0 ? 0 : 1;
} finally {
  for (const url of nodes.keys()) await stopNode(url);
  await balancer.stop();
  await stack.stop();
  await postgres.stop();
  for (const folder of [dataDir, built]) await rm(folder, { recursive: true, force: true });
}
process.exit();
