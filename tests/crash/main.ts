import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { tokenList } from "@/lib/schemas/data";
import { type LaunchStatus, launchAccepted, launchStatus } from "@/lib/schemas/launch";
import { startStack } from "../setup/start-stack";
import { findLaunchedTokens } from "./find-launched-tokens";
import { killVictim, VICTIMS, type Victim } from "./victims";

/**
 * Launches tokens while processes are killed at random moments, then asks the chain itself: as many
 * tokens as launches, none twice, none lost. `npm run test:crash -- --launches 50 --every 3`.
 */
const { values } = parseArgs({
  options: {
    launches: { type: "string", default: "50" },
    every: { type: "string", default: "3" },
  },
});
const LAUNCHES = Number(values.launches);
const KILL_EVERY_MS = Number(values.every) * 1000;
const SPREAD_MS = KILL_EVERY_MS / 2;
const GIVE_UP_MS = 10 * 60 * 1000;
const CHAIN = "base-sepolia";

const stack = await startStack();
const deadline = Date.now() + GIVE_UP_MS;
const kills = new Map<Victim, number>();
let isDone = false;

/** Sends until an answer comes: what a client with an Idempotency-Key may safely do. */
async function persist<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
  while (Date.now() < deadline) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    await sleep(200);
  }
  throw new Error(`No answer in time: ${what}`);
}

async function launch(number: number): Promise<string> {
  return persist(async () => {
    const response = await fetch(`${stack.baseUrl}/api/v1/${CHAIN}/launch-memecoin`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": `crash-${number}`,
        "x-forwarded-for": `198.18.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({
        name: `Crash ${number}`,
        symbol: `C${number}`,
        imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
        creatorEmail: `crash-${number}@example.com`,
      }),
      signal: AbortSignal.timeout(15_000),
    });
    if (response.status !== 200) return null;
    return launchAccepted.parse(await response.json()).jobId;
  }, `launch ${number}`);
}

async function waitFor(jobId: string): Promise<LaunchStatus> {
  return persist(async () => {
    const response = await fetch(`${stack.baseUrl}/api/v1/launch-status/${jobId}`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status === 404) throw new Error(`Job ${jobId} was lost`);
    if (response.status !== 200) return null;
    const job = launchStatus.parse(await response.json());
    return job.state === "completed" || job.state === "failed" ? job : null;
  }, `job ${jobId}`);
}

/** Each kind once before any comes again, at irregular moments. */
async function wreak(): Promise<void> {
  let remaining: Victim[] = [];
  while (!isDone) {
    await sleep(KILL_EVERY_MS - SPREAD_MS + randomInt(0, SPREAD_MS * 2));
    if (isDone) return;
    if (remaining.length === 0) remaining = [...VICTIMS];
    const [victim] = remaining.splice(randomInt(0, remaining.length), 1);
    if (victim === undefined || !(await killVictim(stack, victim))) continue;
    kills.set(victim, (kills.get(victim) ?? 0) + 1);
    process.stdout.write(`killed the ${victim}\n`);
    if (victim === "supervisor") await stack.restart();
  }
}

async function countListed(): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/v1/${CHAIN}/tokens?limit=100`);
  return tokenList.parse(await response.json()).data.length;
}

try {
  const startedAt = performance.now();
  const havoc = wreak();
  // Spread out, so that the kills meet launches in every step.
  const jobs = Array.from({ length: LAUNCHES }, async (_, number) => {
    await sleep((number * KILL_EVERY_MS) / 3);
    return waitFor(await launch(number));
  });
  const ended = await Promise.all(jobs);
  isDone = true;
  await havoc;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);

  const completed = ended.filter((job) => job.state === "completed");
  const announced = completed.map((job) => job.collectionToken.address);
  const onChain = await persist(() => findLaunchedTokens(stack.dataDir, CHAIN), "the chain's logs");
  const listed = await persist(async () => {
    const count = await countListed();
    return count >= Math.min(onChain.length, 100) ? count : null;
  }, "the token list");

  const doubles = onChain.length - new Set(onChain.map(({ launchId }) => launchId)).size;
  const extra = onChain.filter(({ token }) => !announced.includes(token)).length;
  const lost = announced.filter((token) => !onChain.some((found) => found.token === token)).length;
  const summary = { launches: LAUNCHES, completed: completed.length, onChain: onChain.length };
  const killed = Object.fromEntries(kills);
  process.stdout.write(
    `${JSON.stringify({ ...summary, listed, doubles, extra, lost, seconds, killed })}\n`,
  );
  const isRight =
    completed.length === LAUNCHES &&
    onChain.length === LAUNCHES &&
    doubles + extra + lost === 0 &&
    listed === Math.min(LAUNCHES, 100) &&
    kills.size > 0;
  process.exitCode = isRight ? 0 : 1;
  if (!isRight) process.stderr.write(stack.output());
} finally {
  isDone = true;
  await stack.stop();
}
