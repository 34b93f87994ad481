import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "@slipway-launchpad/client";
import { z } from "zod";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startRealChain } from "@/tests/setup/chain/real-chain";
import { queryStack } from "@/tests/setup/database/stack-database";
import { startStack } from "@/tests/setup/stack/start-stack";
import { startCountingNode } from "./support/counting-node";
import { cpuSeconds } from "./support/cpu";

/**
 * The cost of a launch, from the request to its row in the explorer: CPU time of each process,
 * transactions and bytes of the database, calls and bytes of the chain's node. The cost of an idle
 * time before is subtracted. The chain counts as a real one, behind a node that counts.
 * `npm run build && npx tsx bench/launch-cost.ts`.
 */
const { values } = parseArgs({
  options: {
    launches: { type: "string", default: "100" },
    "per-second": { type: "string", default: "2" },
    idle: { type: "string", default: "30" },
  },
});
const LAUNCHES = Number(values.launches);
const PAUSE_MS = 1_000 / Number(values["per-second"]);
const CHAIN = "base-sepolia";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const WARM_UP = 5;
const LISTED_MS_MAX = 120_000;

const chain = await startRealChain(CHAIN);
const node = await startCountingNode(chain.rpcUrl);
// Limits of callers and networks are not under test.
const stack = await startStack({
  ...chain.variables,
  RPC_URL_BASE_SEPOLIA: node.url,
  RATE_LIMIT_EXEMPT: "198.18.0.0/15",
  LOG_LEVEL: "warn",
});

async function launch(number: number): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.18.0.${number % 200}` },
    body: JSON.stringify({
      name: `Bench ${number}`,
      symbol: `B${number}`,
      imageIpfs: IMAGE,
      creatorEmail: `bench-${number}@example.com`,
    }),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const { jobId } = launchAccepted.parse(await response.json());
  await createClient({ baseUrl: stack.baseUrl }).waitForLaunch(jobId);
}

const numbers = z.tuple([z.object({ number: z.coerce.number() })]);
const readNumber = async (expression: string) =>
  numbers.parse(await queryStack(stack.dataDir, `select ${expression} as number`))[0].number;

/** Waits until the indexer has all tokens, so that its part of the work is counted. */
async function untilListed(tokens: number): Promise<void> {
  const isListed = async () => (await readNumber("(select count(*) from market.tokens)")) >= tokens;
  if ((await waitUntil(isListed, { timeoutMs: LISTED_MS_MAX, everyMs: 250 })) === null) {
    throw new Error("not all tokens were indexed");
  }
}

/** CPU seconds of each part of the launchpad, except the chains. */
async function readCpu(): Promise<Map<string, number>> {
  const folder = join(stack.dataDir, "run");
  const used = new Map<string, number>();
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".json") || file.startsWith("chain")) continue;
    const parsed = z
      .object({ pid: z.number() })
      .safeParse(JSON.parse(await readFile(join(folder, file), "utf8")));
    const seconds = parsed.success ? cpuSeconds(parsed.data.pid) : null;
    if (seconds !== null) used.set(file.replace(/\.json$/, ""), seconds);
  }
  const postmaster = await readNumber("split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
  used.set("database", cpuSeconds(postmaster) ?? Number.NaN);
  return used;
}

const SCHEMAS = ["launch", "account", "media", "market", "engine"] as const;

async function readDisk(): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  for (const schema of SCHEMAS) {
    used.set(
      schema,
      await readNumber(`(select coalesce(sum(pg_total_relation_size(oid)), 0) from pg_class
        where relkind = 'r' and relnamespace = to_regnamespace('${schema}'))`),
    );
  }
  return used;
}

async function readAll() {
  return {
    at: performance.now(),
    cpu: await readCpu(),
    disk: await readDisk(),
    transactions: await readNumber(
      "(select xact_commit from pg_stat_database where datname = current_database())",
    ),
    walBytes: await readNumber("pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"),
  };
}

type Reading = Awaited<ReturnType<typeof readAll>>;

/** Runs `work`. @returns what was used meanwhile */
async function measure(work: () => Promise<void>) {
  node.take();
  const before: Reading = await readAll();
  await work();
  const after = await readAll();
  const minus = (a: Map<string, number>, b: Map<string, number>) =>
    new Map([...a].map(([name, value]) => [name, value - (b.get(name) ?? 0)]));
  return {
    seconds: (after.at - before.at) / 1_000,
    cpu: minus(after.cpu, before.cpu),
    disk: minus(after.disk, before.disk),
    transactions: after.transactions - before.transactions,
    walBytes: after.walBytes - before.walBytes,
    rpc: node.take(),
  };
}

try {
  for (let number = 0; number < WARM_UP; number += 1) await launch(number);
  await untilListed(WARM_UP);
  const idle = await measure(() => sleep(Number(values.idle) * 1_000));
  const busy = await measure(async () => {
    const all: Promise<void>[] = [];
    for (let number = 0; number < LAUNCHES; number += 1) {
      all.push(launch(WARM_UP + number));
      await sleep(PAUSE_MS);
    }
    await Promise.all(all);
    await untilListed(WARM_UP + LAUNCHES);
  });
  const perLaunch = (total: number, atRest: number) =>
    (total - (atRest * busy.seconds) / idle.seconds) / LAUNCHES;
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  const rows = [
    ...[...busy.cpu].map(([name, seconds]) => ({
      what: `CPU of ${name}, ms`,
      "per launch": round(perLaunch(seconds, idle.cpu.get(name) ?? 0) * 1_000, 1),
      "idle, per second": round(((idle.cpu.get(name) ?? 0) * 1_000) / idle.seconds, 1),
    })),
    {
      what: "database transactions",
      "per launch": round(perLaunch(busy.transactions, idle.transactions), 1),
      "idle, per second": round(idle.transactions / idle.seconds, 1),
    },
    {
      what: "write-ahead log, bytes",
      "per launch": Math.round(perLaunch(busy.walBytes, idle.walBytes)),
      "idle, per second": Math.round(idle.walBytes / idle.seconds),
    },
    ...[...busy.disk].map(([name, bytes]) => ({
      what: `disk of schema ${name}, bytes`,
      "per launch": Math.round(bytes / LAUNCHES),
      "idle, per second": Math.round((idle.disk.get(name) ?? 0) / idle.seconds),
    })),
    ...[...busy.rpc.calls].map(([method, count]) => ({
      what: method,
      "per launch": round(perLaunch(count, idle.rpc.calls.get(method) ?? 0), 1),
      "idle, per second": round((idle.rpc.calls.get(method) ?? 0) / idle.seconds, 2),
    })),
    {
      what: "HTTP requests to the node",
      "per launch": round(perLaunch(busy.rpc.requests, idle.rpc.requests), 1),
      "idle, per second": round(idle.rpc.requests / idle.seconds, 2),
    },
    {
      what: "bytes from and to the node",
      "per launch": Math.round(perLaunch(busy.rpc.bytes, idle.rpc.bytes)),
      "idle, per second": Math.round(idle.rpc.bytes / idle.seconds),
    },
  ];
  console.table(rows);
  console.log(JSON.stringify({ bench: "launch-cost", launches: LAUNCHES, rows }));
} finally {
  await stack.stop();
  await node.stop();
  await chain.stop();
}
