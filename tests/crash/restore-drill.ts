import { spawn } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { childEnv } from "@/lib/env";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { tokenList } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { startRealChain } from "../setup/chain/real-chain";
import { makeDataFolder } from "../setup/database/data-folder";
import { startStack } from "../setup/stack/start-stack";
import { findLaunchedTokens } from "./find-launched-tokens";
import { createPersistentClient } from "./persistent-client";
import { createEarners } from "./restore-earners";
import { SIGN_IN_VARIABLES } from "./users";

/**
 * The restore drill: launches and payouts run, a backup is taken, they continue, then the database,
 * the data folder and all processes are destroyed, and the backup is restored. Afterwards the chain
 * shows that nothing earned was lost, and that every accepted launch exists, once, or is reported as
 * failed. `npm run test:drill -- --launches 24 --earners 6 --seconds 6`; the chain stays, as a real
 * one would.
 */
const { values } = parseArgs({
  options: {
    launches: { type: "string", default: "24" },
    earners: { type: "string", default: "6" },
    /** Activity before the backup, and again between the backup and the destruction. */
    seconds: { type: "string", default: "4" },
  },
});
const LAUNCHES = Number(values.launches);
const PHASE_MS = Number(values.seconds) * 1000;
const GIVE_UP_MS = 5 * 60 * 1000;
const CHAIN: ChainSlug = "robinhood";
const pidFile = z.object({ pid: z.number().int().positive() });

const folder = await makeDataFolder("slipway-drill-");
const postgres = await startPostgres({ dataDir: join(folder, "database"), password: "drill" });
const real = await startRealChain(CHAIN);
const variables = {
  ...real.variables,
  ...SIGN_IN_VARIABLES,
  RPC_URL_ROBINHOOD: real.rpcUrl,
  DATABASE_URL: postgres.url,
  DATA_CHAINS: CHAIN,
  RATE_LIMIT_EXEMPT: "198.18.0.0/15",
};
const stack = await startStack(variables).catch(async (error: unknown) => {
  await real.stop();
  await postgres.stop();
  throw error;
});
const client = createPersistentClient(stack.baseUrl, Date.now() + GIVE_UP_MS);

function command(script: string, ...args: string[]): Promise<void> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
    env: childEnv({ ...variables, DATA_DIR: stack.dataDir, NODE_ENV: "production" }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${script}: ${code}`)),
    );
  });
}

/** Kills every process, and removes the data folder and the database. */
async function destroy(): Promise<void> {
  const run = join(stack.dataDir, "run");
  for (const name of await readdir(run)) {
    const { pid } = pidFile.parse(JSON.parse(await readFile(join(run, name), "utf8")));
    process.kill(pid, "SIGKILL");
  }
  // Stops the sandbox chains, which this drill does not use.
  process.kill(stack.pid(), "SIGTERM");
  const isAlive = () =>
    fetch(stack.baseUrl).then(
      () => true,
      () => false,
    );
  while (await isAlive()) await sleep(50);
  await stack.ended();
  await rm(stack.dataDir, { recursive: true, force: true });
  const url = new URL(postgres.url);
  url.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query("drop database slipway with (force)");
  await admin.query("create database slipway");
  await admin.end();
}

type Accepted = { number: number; jobId: string; wallet: string };
const accepted: Accepted[] = [];

/** Each launch names a new user. */
async function launch(number: number): Promise<Accepted> {
  const response = await fetch(`${stack.baseUrl}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": `drill-${number}`,
      "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
    },
    body: JSON.stringify({
      name: `Drill ${number}`,
      symbol: `D${number}`,
      imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
      creatorEmail: `creator-${number}@example.com`,
    }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`launch ${number}: ${response.status} ${text}`);
  const { jobId, walletProvider } = launchAccepted.parse(JSON.parse(text));
  return { number, jobId, wallet: walletProvider?.address ?? "" };
}

/** Launches, income and payouts until the signal; what is refused meanwhile is counted. */
async function work(earners: Awaited<ReturnType<typeof createEarners>>, signal: AbortSignal) {
  let payouts = 0;
  const launching = async () => {
    for (let number = 0; number < LAUNCHES && !signal.aborted; number += 1) {
      const one = await launch(number).catch(() => null);
      if (one !== null) accepted.push(one);
      await sleep((2 * PHASE_MS) / LAUNCHES);
    }
  };
  const earning = async () => {
    for (let turn = 0; !signal.aborted; turn += 1) await earners[turn % earners.length]?.earn();
  };
  const paying = async () => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const isAccepted = await earners[turn % earners.length]?.requestPayout().then(
        () => true,
        () => false,
      );
      if (isAccepted) payouts += 1;
    }
  };
  await Promise.all([launching(), earning(), paying()]);
  return payouts;
}

async function stateOf(jobId: string): Promise<"completed" | "failed" | "lost" | null> {
  const response = await fetch(`${stack.baseUrl}/api/v1/launch-status/${jobId}`);
  if (response.status === 404) return "lost";
  const job = launchStatus.parse(await response.json());
  if (job.state === "completed") return "completed";
  return job.state === "failed" && !job.transactionMayHaveSucceeded ? "failed" : null;
}

/** Repeats launches that the backup does not have, as a client with an Idempotency-Key does. */
async function endOf({ number, jobId, wallet }: Accepted) {
  const state = await client.persist(() => stateOf(jobId), `job ${jobId}`);
  if (state !== "lost") return { state, isRepeated: false, isWalletKept: true };
  const repeated = await client.persist(() => launch(number), `launch ${number}`);
  const end = await client.persist(() => stateOf(repeated.jobId), `job ${repeated.jobId}`);
  // The backup may not have the creator, who must get the same wallet again.
  return { state: end, isRepeated: true, isWalletKept: repeated.wallet === wallet };
}

async function listedTokens(): Promise<string[]> {
  const response = await fetch(`${stack.baseUrl}/v1/${CHAIN}/tokens?limit=100`);
  return tokenList.parse(await response.json()).data.map(({ tokenAddress }) => tokenAddress);
}

try {
  const earners = await createEarners({
    baseUrl: stack.baseUrl,
    dataDir: stack.dataDir,
    databaseUrl: postgres.url,
    real,
    client,
    count: Number(values.earners),
  });
  const stop = new AbortController();
  const working = work(earners, stop.signal);
  await sleep(PHASE_MS);
  const backup = join(folder, "backup");
  await command("backup", "--to", backup);
  const backedUp = accepted.length;
  await sleep(PHASE_MS);
  await destroy();
  stop.abort();
  const payouts = await working;
  const destroyedAt = performance.now();
  await command("restore", "--from", backup);
  const restoreSeconds = (performance.now() - destroyedAt) / 1000;
  await stack.restart();
  const upSeconds = (performance.now() - destroyedAt) / 1000;

  const ends = await Promise.all(accepted.map(endOf));
  const count = (is: (end: (typeof ends)[number]) => boolean) => ends.filter(is).length;
  const onChain = await findLaunchedTokens(real.rpcUrl, real.manifestPath);
  const isListed = async () => {
    const listed = await listedTokens();
    return onChain.every(({ token }) => listed.includes(token)) ? true : null;
  };
  await client.persist(isListed, "every token of the chain in the list");

  const books = await Promise.all(
    earners.map((earner) =>
      client.persist(async () => {
        await earner.requestPayout();
        const books = await earner.read();
        return books.leftWei === 0n ? books : null;
      }, "the last payout"),
    ),
  );
  // A creator named after the restore must not get the wallet of a creator that the backup lacks.
  const strangers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => client.persist(() => launch(10_000 + n), "a new creator")),
  );
  const given = new Set(accepted.map(({ wallet }) => wallet));
  const sum = (key: "earnedWei" | "paidWei") => books.reduce((total, one) => total + one[key], 0n);
  const doubles = onChain.length - new Set(onChain.map(({ launchId }) => launchId)).size;
  const report = {
    launches: accepted.length,
    acceptedAfterBackup: accepted.length - backedUp,
    completed: count(({ state }) => state === "completed"),
    failed: count(({ state }) => state === "failed"),
    repeatedByClient: count(({ isRepeated }) => isRepeated),
    onChain: onChain.length,
    doubles,
    payoutsBefore: payouts,
    earnedWei: String(sum("earnedWei")),
    lostWei: String(sum("earnedWei") - sum("paidWei")),
    walletsChanged: count(({ isWalletKept }) => !isWalletKept),
    walletsGivenTwice: strangers.filter(({ wallet }) => given.has(wallet)).length,
    restoreSeconds: Number(restoreSeconds.toFixed(1)),
    upSeconds: Number(upSeconds.toFixed(1)),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const isRight =
    report.launches > 0 &&
    report.payoutsBefore > 0 &&
    report.completed + report.failed === report.launches &&
    report.onChain === report.completed &&
    report.doubles === 0 &&
    report.lostWei === "0" &&
    report.walletsChanged === 0 &&
    report.walletsGivenTwice === 0;
  process.exitCode = isRight ? 0 : 1;
  if (!isRight) process.stderr.write(stack.output());
} finally {
  await stack.stop();
  await real.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
