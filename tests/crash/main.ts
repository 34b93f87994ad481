import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { getAddress } from "viem";
import { z } from "zod";
import type { LaunchStatus } from "@/lib/features/launch/schema/answers";
import type { ChainSlug } from "@/lib/shared/chains";
import { createRandom } from "@/sandbox/demo/random";
import { startStack } from "../setup/stack/start-stack";
import { findLaunchedTokens, type LaunchedToken } from "./find-launched-tokens";
import { findManagers } from "./find-managers";
import { killProcess, TARGET_PROCESSES, type TargetProcess } from "./kill-process";
import { createPersistentClient } from "./persistent-client";
import { startRealChain } from "./real-chain";
import { createUsers, SIGN_IN_VARIABLES } from "./users";

/**
 * Launches tokens and creates managers while processes are killed at random moments, half of them
 * on a sandbox chain, half on one that is configured like a real one and has an unreliable node. On
 * that one, users request payouts, withdraw, trade and change shares. Afterwards the chains show that
 * everything was done once and that every response was right. `npm run test:crash -- --launches 200
 * --managers 40 --users 20 --interfaces 1000 --every 3 --seed text`.
 */
const { values } = parseArgs({
  options: {
    launches: { type: "string", default: "50" },
    managers: { type: "string", default: "16" },
    users: { type: "string", default: "8" },
    interfaces: { type: "string", default: "10" },
    every: { type: "string", default: "3" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
  },
});
const LAUNCHES = Number(values.launches);
const MANAGERS = Number(values.managers);
const USERS = Number(values.users);
/** Launches that HTTP, the typed client and the MCP server send at once, with one key. */
const INTERFACES = Number(values.interfaces);
const KILL_EVERY_MS = Number(values.every) * 1000;
const GIVE_UP_MS = 15 * 60 * 1000;
const SANDBOX: ChainSlug = "base";
/** The chain of the dynamic splits, whose shares users change. */
const REAL: ChainSlug = "robinhood";

const random = createRandom(values.seed);
const real = await startRealChain(REAL, values.seed);
const stack = await startStack({
  // The product's own limit: clients retry what returns 503.
  DEPENDENCY_TIMEOUT_MS: "1500",
  ...real.variables,
  ...SIGN_IN_VARIABLES,
  // Clients retry requests that a kill interrupts, more often than wallet limits allow.
  RATE_LIMIT_EXEMPT: "198.18.0.0/15",
  RPC_URL_ROBINHOOD: real.rpc.url,
  DATA_CHAINS: `${SANDBOX},${REAL}`,
}).catch(async (error: unknown) => {
  await real.stop();
  throw error;
});
const client = createPersistentClient(stack.baseUrl, Date.now() + GIVE_UP_MS);
const kills = new Map<TargetProcess, number>();
let isDone = false;

/** Each kind once before any repeats, at irregular moments. */
async function wreak(): Promise<void> {
  let remaining: TargetProcess[] = [];
  while (!isDone) {
    await sleep(random.between(0.5, 1.5) * KILL_EVERY_MS);
    if (isDone) return;
    if (remaining.length === 0) remaining = [...TARGET_PROCESSES];
    const target = random.pick(remaining);
    remaining = remaining.filter((other) => other !== target);
    const isKilled = await killProcess(stack, real, target);
    // It also exits when a child is killed while it starts.
    if (target === "supervisor") await stack.restart();
    if (!isKilled) continue;
    kills.set(target, (kills.get(target) ?? 0) + 1);
    process.stdout.write(`killed the ${target}\n`);
  }
}

/** The chain's state, read without the product and the faults. */
async function readFrom<T>(
  chain: ChainSlug,
  read: (rpcUrl: string, manifestPath: string) => Promise<T>,
): Promise<T> {
  if (chain === REAL) return read(real.rpcUrl, real.manifestPath);
  const text = await readFile(join(stack.dataDir, "ports.json"), "utf8");
  const port = z.record(z.string(), z.number()).parse(JSON.parse(text))[chain];
  const manifestPath = join(stack.dataDir, "deployments", `${chain}.json`);
  return read(`http://127.0.0.1:${port}`, manifestPath);
}

/** Differences between the returned managers and those on chain. */
function compareManagers(answered: readonly string[], onChain: readonly string[]) {
  return {
    doubles: answered.length - new Set(answered).size,
    extra: onChain.filter((address) => !answered.includes(address)).length,
    lost: answered.filter((address) => !onChain.includes(address)).length,
  };
}

/** Differences between the jobs of a chain and the chain; all zero when there are none. */
function compare(jobs: readonly LaunchStatus[], onChain: readonly LaunchedToken[]) {
  const announced = jobs.filter((job) => job.state === "completed");
  const tokens = announced.map((job) => job.collectionToken.address);
  const isTrue = (job: (typeof announced)[number]) =>
    onChain.some(
      ({ token, transactionHash }) =>
        token === job.collectionToken.address && transactionHash === job.transactionHash,
    );
  return {
    failed: jobs.length - announced.length,
    doubles: onChain.length - new Set(onChain.map(({ launchId }) => launchId)).size,
    extra: onChain.filter(({ token }) => !tokens.includes(token)).length,
    lost: announced.filter((job) => !isTrue(job)).length,
  };
}

try {
  const startedAt = performance.now();
  const havoc = wreak();
  // Spread out, so that kills hit launches in every step.
  const all = Array.from({ length: LAUNCHES }, async (_, number) => {
    await sleep((number * KILL_EVERY_MS) / 3);
    const chain = number % 2 === 0 ? REAL : SANDBOX;
    return { chain, job: await client.ended(await client.launch(chain, number)) };
  });
  const managing = Array.from({ length: MANAGERS }, async (_, number) => {
    await sleep((number * KILL_EVERY_MS * LAUNCHES) / (3 * MANAGERS));
    const chain = number % 2 === 0 ? REAL : SANDBOX;
    return { chain, manager: await client.createManager(chain, number) };
  });
  const act = await createUsers(stack, real, client);
  // The first launch is on the chain of the users.
  const traded = all[0]?.then(({ job }) => {
    if (job.state !== "completed") throw new Error("The first launch failed");
    return getAddress(job.collectionToken.address);
  });
  const acting = Array.from({ length: USERS }, async (_, number) => {
    await sleep((number * KILL_EVERY_MS * LAUNCHES) / (3 * USERS));
    return act(number, traded ?? null);
  });
  const entering = Array.from({ length: INTERFACES }, async (_, number) => {
    await sleep((number * KILL_EVERY_MS * LAUNCHES) / (3 * INTERFACES));
    const chain = number % 2 === 0 ? REAL : SANDBOX;
    const { http, client: typed, mcp } = await client.launchThroughInterfaces(chain, number);
    const isOne = typed === http && mcp === http;
    return { chain, isOne, job: await client.ended(http) };
  });
  const [launched, created, reports, entered] = await Promise.all([
    Promise.all(all),
    Promise.all(managing),
    Promise.all(acting),
    Promise.all(entering),
  ]);
  const ended = [...launched, ...entered];
  isDone = true;
  await havoc;
  real.rpc.heal();
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));

  let isRight = kills.size > 0 && (LAUNCHES < 4 || real.rpc.faults.size > 0);
  for (const chain of [REAL, SANDBOX]) {
    const jobs = ended.filter((one) => one.chain === chain).map(({ job }) => job);
    const onChain = await client.persist(
      () => readFrom(chain, findLaunchedTokens),
      `the logs of ${chain}`,
    );
    const listed = await client.listed(chain, onChain.length);
    const wrong = compare(jobs, onChain);
    const { length: launches } = jobs;
    process.stdout.write(
      `${JSON.stringify({ chain, launches, onChain: onChain.length, listed, ...wrong })}\n`,
    );
    isRight &&= Object.values(wrong).every((count) => count === 0) && onChain.length === launches;

    const answered = created.filter((one) => one.chain === chain).map(({ manager }) => manager);
    if (chain === REAL) answered.push(...reports.map(({ manager }) => manager));
    const found = await client.persist(() => readFrom(chain, findManagers), "the managers");
    const wrongManagers = compareManagers(answered, found);
    const managers = answered.length;
    process.stdout.write(
      `${JSON.stringify({ chain, managers, onChain: found.length, ...wrongManagers })}\n`,
    );
    isRight &&= Object.values(wrongManagers).every((count) => count === 0);
  }
  const split = entered.filter(({ isOne }) => !isOne).length;
  process.stdout.write(`${JSON.stringify({ interfaces: INTERFACES, withSeveralJobs: split })}\n`);
  isRight &&= split === 0;
  for (const kind of ["payouts", "withdrawals", "shareChanges", "trades"] as const) {
    const wrong = reports.reduce((sum, report) => sum + report[kind], 0);
    process.stdout.write(`${JSON.stringify({ chain: REAL, [kind]: reports.length, wrong })}\n`);
    isRight &&= wrong === 0;
  }
  const summary = {
    seconds,
    seed: values.seed,
    killed: Object.fromEntries(kills),
    faults: Object.fromEntries(real.rpc.faults),
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  process.exitCode = isRight ? 0 : 1;
  if (!isRight) process.stderr.write(stack.output());
} finally {
  isDone = true;
  await stack.stop();
  await real.stop();
}
