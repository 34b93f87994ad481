import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema";
import { findLaunchedTokens } from "../crash/find-launched-tokens";
import type { TargetProcess } from "../crash/kill-process";
import { launchBody } from "../setup/launch-body";
import { newCaller } from "../setup/new-caller";
import { startStack } from "../setup/start-stack";
import { type Fault, inject } from "./inject";

/**
 * Kills, pauses and slows each process of a launchpad and measures what a reader, a launcher and a
 * creator who waits for a launch see, how long recovery takes, and what was lost or done twice.
 * `npm run test:faults -- --seconds 30 --write` writes the table to docs/faults.md.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    write: { type: "boolean", default: false },
  },
});
const FAULT_MS = Number(values.seconds) * 1_000;
const RECOVERY_MS_MAX = 180_000;
const REQUEST_MS_MAX = 60_000;
const CHAIN = "base";
const TARGETS: readonly { target: TargetProcess; name: string }[] = [
  { target: "database", name: "PostgreSQL" },
  { target: "store", name: "rate-limit store" },
  { target: "engine", name: "job engine" },
  { target: "indexer", name: "indexer" },
  { target: "sandbox chain", name: "chain node" },
  { target: "web", name: "web server" },
];
const FAULTS: readonly Fault[] = ["killed", "paused", "slow"];

type Answer = { status: string; ms: number; body: unknown };
const stack = await startStack({ DEPENDENCY_TIMEOUT_MS: "1500" });
const accepted: string[] = [];

async function request(path: string, init: RequestInit = {}): Promise<Answer> {
  const startedAt = performance.now();
  const headers = { "content-type": "application/json", "x-forwarded-for": newCaller() };
  const signal = AbortSignal.timeout(REQUEST_MS_MAX);
  const [status, body] = await fetch(`${stack.baseUrl}${path}`, { ...init, headers, signal }).then(
    async (response): Promise<[string, unknown]> => [
      String(response.status),
      await response.json().catch(() => null),
    ],
    (error: unknown): [string, unknown] => [
      error instanceof Error && error.name === "TimeoutError" ? "no answer" : "refused",
      null,
    ],
  );
  return { status, body, ms: performance.now() - startedAt };
}

const read = () => request(`/v1/${CHAIN}/tokens?limit=10`);
const statusOf = (jobId: string) => request(`/api/v1/launch-status/${jobId}`);
async function launch(): Promise<Answer> {
  const body = JSON.stringify(launchBody({ name: `Fault ${accepted.length}` }));
  const answer = await request(`/api/v1/${CHAIN}/launch-memecoin`, { method: "POST", body });
  if (answer.status === "200") accepted.push(launchAccepted.parse(answer.body).jobId);
  return answer;
}

async function isCompleted(jobId: string): Promise<boolean> {
  const { status, body } = await statusOf(jobId);
  return status === "200" && launchStatus.parse(body).state === "completed";
}

/** Repeats a request until `isOver`; every 250 ms at most. */
async function repeat(ask: () => Promise<Answer>, isOver: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  do {
    answers.push(await ask());
    await sleep(250);
  } while (!isOver());
  return answers;
}

/** "12× 200, 3× 503; at most 1.6 s" */
function summarise(answers: readonly Answer[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  const counts = statuses.map(
    (status) => `${answers.filter((one) => one.status === status).length}× ${status}`,
  );
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return `${counts.join(", ")}; at most ${(slowest / 1_000).toFixed(1)} s`;
}

async function until(isTrue: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERY_MS_MAX) {
    if (await isTrue()) return performance.now() - startedAt;
    await sleep(100);
  }
  return null;
}

async function measure(target: TargetProcess, fault: Fault): Promise<string[]> {
  const before = await launch();
  if (before.status !== "200") throw new Error(`No launch before the fault: ${before.status}`);
  const watched = accepted.at(-1) ?? "";
  let isOver = false;
  const fading = inject(stack, target, fault, FAULT_MS).then(async () => {
    // A killed process is replaced at once, so the clients go on for as long as in the other cases.
    if (fault === "killed") await sleep(FAULT_MS);
    isOver = true;
  });
  const seen = await Promise.all([
    repeat(read, () => isOver),
    repeat(launch, () => isOver),
    repeat(
      () => statusOf(watched),
      () => isOver,
    ),
  ]);
  await fading;
  const all = [...accepted];
  const recovery = await until(async () => {
    if ((await read()).status !== "200") return false;
    const completed = await Promise.all(all.map(isCompleted));
    return completed.every(Boolean);
  });
  const seconds = recovery === null ? "not recovered" : `${(recovery / 1_000).toFixed(1)} s`;
  return [...seen.map(summarise), seconds];
}

/** Compares the accepted launches with the chain. */
async function compare(): Promise<{ lost: number; double: number }> {
  const ports = z
    .record(z.string(), z.number())
    .parse(JSON.parse(await readFile(join(stack.dataDir, "ports.json"), "utf8")));
  const manifest = join(stack.dataDir, "deployments", `${CHAIN}.json`);
  const launched = await findLaunchedTokens(`http://127.0.0.1:${ports[CHAIN]}`, manifest);
  const ids = launched.map(({ launchId }) => launchId);
  const unique = new Set(ids).size;
  return { lost: Math.max(0, accepted.length - unique), double: ids.length - unique };
}

try {
  const rows = [
    "| Component | Fault | A reader | A launcher | A creator who waits | All launches done after |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  let isRight = true;
  for (const { target, name } of TARGETS) {
    for (const fault of FAULTS) {
      const cells = await measure(target, fault);
      const row = `| ${name} | ${fault} | ${cells.join(" | ")} |`;
      process.stdout.write(`${row}\n`);
      rows.push(row);
      isRight &&= cells.at(-1) !== "not recovered";
    }
  }
  const { lost, double } = await compare();
  const total = `${accepted.length} accepted launches: ${lost} lost, ${double} done twice.`;
  process.stdout.write(`${total}\n`);
  if (values.write) {
    const page = await readFile("docs/faults.md", "utf8");
    const begin = page.indexOf("<!-- table -->");
    const table = `<!-- table -->\n\n${rows.join("\n")}\n\n${total}\n`;
    await writeFile("docs/faults.md", `${page.slice(0, begin)}${table}`);
  }
  process.exitCode = isRight && lost === 0 && double === 0 ? 0 : 1;
} finally {
  await stack.stop();
}
