import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { launchBody } from "@/tests/setup/api/launch-body";
import { pidOf } from "@/tests/setup/media/stored-files";
import { startStack } from "@/tests/setup/stack/start-stack";
import { threadSeconds } from "./support/cpu";
import { floodWithCallers } from "./support/flood-with-callers";
import { median } from "./support/median";

/**
 * The effect of one worst-case caller on all others, one kind of request at a time: the p99 of
 * reads by 200,000 other callers, and its ratio to their p99 without that caller, measured just
 * before. Once with a few concurrent reads, when the server is nearly idle, and once with enough to
 * keep it busy. Medians of `--repeats` runs, each with a fresh caller. The event loop's share is
 * measured without other callers, when the caller gets the most. `npm run build && npx tsx
 * bench/one-caller.ts`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "64" },
    others: { type: "string", default: "4,64" },
    repeats: { type: "string", default: "3" },
    only: { type: "string", default: "" },
  },
});
const SECONDS = Number(values.seconds);
const CONNECTIONS = Number(values.connections);
const OTHERS = values.others.split(",").map(Number);
const REPEATS = Number(values.repeats);
const JUNK_BYTES = 13_000_000;
const ENDLESS_CALL = { data: "0x5b600056", gas: "0xffffffffffff" };
const RECIPIENTS = Array.from(
  { length: 100 },
  (_, n) => `0x${(n + 1).toString(16).padStart(40, "0")}`,
);

type Attack = {
  name: string;
  path: string;
  body?: unknown;
  junkBytes?: number;
  isStream?: boolean;
};
const ATTACKS: readonly Attack[] = [
  { name: "pages", path: "/docs/errors" },
  { name: "searches", path: "/v1/base-sepolia/search?q=abcdefgh" },
  { name: "states of launches", path: "/api/v1/launch-status/nobody-has-this-job" },
  { name: "health checks", path: "/readyz" },
  { name: "liveness checks", path: "/livez" },
  { name: "OpenAPI documents", path: "/openapi/launch.json" },
  {
    name: "endless calls",
    path: "/rpc/base-sepolia",
    body: { jsonrpc: "2.0", id: 1, method: "eth_call", params: [ENDLESS_CALL, "latest"] },
  },
  {
    name: "dry runs for 100",
    path: "/api/v1/base-sepolia/launch-memecoin",
    body: launchBody({ creatorEmail: undefined, dryRun: true, feeSplitRecipients: RECIPIENTS }),
  },
  { name: "junk images of 13 MB", path: "/api/v1/upload-image", junkBytes: JUNK_BYTES },
  { name: "all files", path: "/ipfs/QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y" },
  { name: "event streams", path: "/v1/base-sepolia/stream", isStream: true },
];
const statusCounts = z.record(z.string(), z.number());

const stack = await startStack({ LOG_LEVEL: "warn" });
const { baseUrl } = stack;
const webPid = await pidOf(stack.dataDir, "web");
let attackers = 0;

const measureOthers = (concurrency: number) =>
  floodWithCallers({
    baseUrl,
    path: "/v1/base-sepolia/tokens",
    callers: 200_000,
    concurrency,
    seconds: SECONDS,
    core: null,
  });

type Others = Awaited<ReturnType<typeof measureOthers>>;

/**
 * Runs `meanwhile` during an attack by one caller. @returns its result and the statuses of the
 * attack's requests
 */
async function attack<T>(
  { path, body, junkBytes = 0, isStream = false }: Attack,
  meanwhile: () => Promise<T>,
) {
  attackers += 1;
  const task = {
    url: `${baseUrl}${path}`,
    // From a separate network with unused quotas.
    caller: `198.18.${attackers % 256}.7`,
    method: body === undefined && junkBytes === 0 ? "GET" : "POST",
    body: body === undefined ? null : JSON.stringify(body),
    junkBytes,
    connections: CONNECTIONS,
    isStream,
  };
  const child = fork("bench/support/worst-caller.ts", [JSON.stringify(task)], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (child.stdout === null) throw new Error("the attacker has no output");
  const output = text(child.stdout);
  await once(child, "message");
  const result = await meanwhile();
  child.send("stop");
  const statuses = statusCounts.parse(JSON.parse(await output));
  return { result, statuses };
}

/** The share of time, in percent, that the event-loop thread is busy. */
async function measureLoopShare(): Promise<number | null> {
  const before = threadSeconds(webPid);
  const startedAt = performance.now();
  await sleep(SECONDS * 1_000);
  const after = threadSeconds(webPid);
  if (before === null || after === null) return null;
  return Math.round(((after - before) / (performance.now() - startedAt)) * 100_000);
}

async function measureRow(one: Attack, concurrency: number) {
  const measure = () => measureOthers(concurrency);
  type Run = { alone: Others; result: Others; statuses: Record<string, number> };
  const runs: Run[] = [];
  for (let n = 0; n < REPEATS; n += 1) {
    // Measured before each attack, so that a slower machine affects both.
    const alone = await measure();
    runs.push({ alone, ...(await attack(one, measure)) });
  }
  const medianOf = (read: (run: Run) => number) => median(runs.map(read));
  return {
    attack: one.name,
    "p99 alone, ms": medianOf(({ alone }) => alone.p99Ms),
    "p99 under attack, ms": medianOf(({ result }) => result.p99Ms),
    ratio: Number(medianOf(({ alone, result }) => result.p99Ms / alone.p99Ms).toFixed(2)),
    "reads/s kept": Number(
      medianOf(({ alone, result }) => result.perSecond / alone.perSecond).toFixed(2),
    ),
    "attacker's answers": describe(runs[0]?.statuses ?? {}),
  };
}

function describe(statuses: Record<string, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

async function measureShares(attacks: readonly Attack[]) {
  const idle = await measureLoopShare();
  const rows = [{ attack: "none", "event loop, %": idle, "attacker's answers": "" }];
  for (const one of attacks) {
    const { result, statuses } = await attack(one, measureLoopShare);
    const answers = describe(statuses);
    rows.push({ attack: one.name, "event loop, %": result, "attacker's answers": answers });
  }
  return rows;
}

try {
  await measureOthers(4);
  const attacks = ATTACKS.filter(({ name }) => name.includes(values.only));
  console.log("what one caller takes of the event loop while nobody else calls");
  console.table(await measureShares(attacks));
  for (const concurrency of OTHERS) {
    const rows = [];
    for (const one of attacks) rows.push(await measureRow(one, concurrency));
    console.log(`reads of others at a time: ${concurrency}`);
    console.table(rows);
  }
} finally {
  await stack.stop();
}
