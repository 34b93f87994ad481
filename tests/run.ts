import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "@/lib/env";
import { findChromium } from "./setup/find-chromium";
import { rerunFailed } from "./setup/stages/rerun-failed";
import { type Job, runSideBySide } from "./setup/stages/run-side-by-side";
import {
  type Count,
  readForgeReport,
  readPlaywrightReport,
  readVitestReport,
} from "./setup/stages/stage-reports";

/**
 * Runs every stage of `npm test`. Lint runs first; then stages run in parallel in at most `SLOTS`
 * slots. Each has its own ports, data folders and databases, and its output is printed in one
 * block. A few failed tests run once more by themselves. The last lines list the failed tests with
 * their messages, those that passed the second time, and the totals. A stage that fails before it can
 * count its tests counts as one failure. `npm test -- lint unit` runs only the named stages. On fewer
 * than four processors, the browser stage runs the main journeys unless it is named.
 */
type Stage = {
  name: string;
  command: string[];
  /** The number of CPU slots it uses; 1 where it mostly waits. */
  slots: number;
  needs: string[];
  /** The runner's option for the report path. */
  report?: (path: string) => string[];
  /** Null for a check without separate tests. */
  count: ((path: string) => Promise<Count>) | null;
  /** Whether its command takes the places of failed tests. */
  canRerun?: boolean;
  /** The part of it that a run of all stages takes on fewer than four processors. */
  shortened?: readonly string[];
};

/** More than four would not be faster, because the browser stage is the longest. */
const IS_SMALL = availableParallelism() < 4;
const SLOTS = IS_SMALL ? 2 : 4;
/** Leaves a slot for a stage that waits. */
const BROWSER_SLOTS = 3;

/**
 * The main journeys of visitors, traders, creators and operators. The others take a quarter of an hour to
 * an hour more on two processors.
 */
const JOURNEYS = [
  "account/earnings.spec",
  "account/moderator.spec",
  "account/offline.spec",
  "account/sign-in.spec",
  "admin/console.spec",
  "admin/limits.spec",
  "admin/moderation.spec",
  "pages/docs.spec",
  "pages/every-page.spec",
  "e2e/explorer.spec",
  "launch/wizard.spec",
  "e2e/managers.spec",
  "e2e/portfolio.spec",
  "pages/start-page.spec",
  "token/token-page.spec",
  "trade/trade.spec",
].map((name) => `${name}.ts`);

type Place = { slots?: number; needs?: string[] };

/** A check without separate tests: one passed or one failed, by its exit code. */
function check(name: string, command: string[], { slots = 1, needs = [] }: Place = {}): Stage {
  return { name, command, slots, needs, count: null };
}

const npmRun = (script: string, ...rest: string[]) => ["npm", "run", "--silent", script, ...rest];

function vitest(project: string, { slots = 1, needs = [] }: Place): Stage {
  const reporters = ["--reporter=default", "--reporter=json"];
  return {
    name: project,
    command: ["npx", "vitest", "run", "--project", project, ...reporters],
    slots,
    needs,
    report: (path) => [`--outputFile.json=${path}`],
    count: readVitestReport,
    canRerun: true,
  };
}

const STAGES: Stage[] = [
  check("lint", npmRun("lint")),
  check("types", npmRun("typecheck"), { needs: ["lint"] }),
  vitest("unit", { needs: ["lint"] }),
  // Types and unit tests read its output.
  check("build", npmRun("build"), { slots: 2, needs: ["types", "unit"] }),
  {
    name: "contracts",
    command: ["npx", "tsx", "contracts/script/test.ts"],
    slots: 1,
    needs: ["lint"],
    report: (path) => ["--report", path],
    count: readForgeReport,
  },
  // Both use the compiler's cache.
  check("contract checks", npmRun("contracts:check"), { needs: ["contracts"] }),
  vitest("stack", { slots: 2, needs: ["build"] }),
  vitest("api", { needs: ["build"] }),
  vitest("isolated", { slots: 2, needs: ["build"] }),
  vitest("attack", { needs: ["build"] }),
  vitest("clients", { needs: ["build"] }),
  check("crash", npmRun("test:crash", "--", "--launches", "12"), { needs: ["build"] }),
  {
    name: "browser",
    command: ["npx", "playwright", "test"],
    slots: BROWSER_SLOTS,
    needs: ["build"],
    // Written by the reporter in playwright.config.ts.
    count: () => readPlaywrightReport("test-results/report.json"),
    canRerun: true,
    shortened: JOURNEYS,
  },
];

/** The named stages, or all; dependencies on stages that do not run are dropped. */
function selectStages(names: readonly string[]): Stage[] {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map(({ name }) => name).join(", ");
    console.error(`There is no stage ${unknown.join(", ")}. Stages: ${known}`);
    process.exit(2);
  }
  const isSelected = (name: string) => names.length === 0 || names.includes(name);
  return STAGES.filter(({ name }) => isSelected(name)).map((stage) => ({
    ...stage,
    needs: stage.needs.filter(isSelected),
  }));
}

/** @returns the exit code */
function runCommand(
  [program = "", ...rest]: readonly string[],
  print: (text: string | Uint8Array) => void,
): Promise<number> {
  // Runners omit colors when they do not write to a terminal.
  const env = { ...childEnv({}), ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}) };
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"], env });
  child.stdout.on("data", print);
  child.stderr.on("data", print);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
}

async function countOf(stage: Stage, path: string, code: number): Promise<Count> {
  if (stage.count === null) {
    if (code === 0) return { passed: 1, failed: 0 };
    return { passed: 0, failed: 1, failures: [`exit code ${code}`] };
  }
  // A crashed runner leaves no complete report, which is a failure whatever it printed.
  const unreported = { passed: 0, failed: 1, failures: [`no report, exit code ${code}`] };
  const counted = await stage.count(path).catch(() => unreported);
  if (code === 0 || counted.failed > 0) return counted;
  const { failures = [] } = counted;
  const found = failures.length > 0 ? failures : [`exit code ${code}`];
  return { ...counted, failed: found.length, failures: found };
}

/** @param places the failed tests to run again; all of the stage if absent */
function jobOf(stage: Stage, folder: string, places: readonly string[] = []): Job<Count> {
  const path = join(folder, `${stage.name}${places.length > 0 ? "-again" : ""}.json`);
  const part = places.length > 0 ? places : partOf(stage);
  const command = [...stage.command, ...(stage.report?.(path) ?? []), ...part];
  return {
    name: stage.name,
    slots: stage.slots,
    needs: stage.needs,
    async run(print) {
      const startedAt = performance.now();
      print(`\n=== ${stage.name}${places.length > 0 ? ": failed tests again" : ""} ===\n`);
      const code = await runCommand(command, print);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const count = await countOf(stage, path, code);
      print(`=== ${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
      return count;
    },
  };
}

/** The tests of a stage that run; all if empty. A stage that was named runs all of them. */
function partOf({ shortened = [] }: Stage): readonly string[] {
  return IS_SMALL && named.length === 0 ? shortened : [];
}

const named = process.argv.slice(2);
const stages = selectStages(named);
const folder = await mkdtemp(join(tmpdir(), "slipway-reports-"));
const write = (text: string | Uint8Array) => process.stdout.write(text);
let counts: Count[];
let unreliable: string[];
try {
  if (stages.some(({ name }) => name === "browser")) await findChromium();
  const firstRun = await runSideBySide(
    stages.map((stage) => jobOf(stage, folder)),
    { slots: SLOTS, write },
  );
  ({ counts, unreliable } = await rerunFailed(firstRun, (index, places) => {
    const stage = stages[index];
    return stage?.canRerun === true ? jobOf(stage, folder, places).run(write) : null;
  }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const sum = (key: "passed" | "failed") => counts.reduce((total, count) => total + count[key], 0);
const failures = counts.flatMap(({ failed, failures: texts = ["failed"] }, index) =>
  failed === 0 ? [] : texts.map((text) => `[${stages[index]?.name}] ${text}`),
);
if (unreliable.length > 0) {
  write(`\n=== unreliable: failed once, passed alone ===\n${unreliable.join("\n")}\n`);
}
if (failures.length > 0) process.stdout.write(`\n=== failures ===\n${failures.join("\n")}\n`);
for (const stage of stages.filter((one) => partOf(one).length > 0)) {
  write(
    `\n${stage.name}: only the main journeys, because this machine has fewer than four processors.`,
  );
  write(`\n\`npm test -- ${stage.name}\` runs all of them.\n`);
}
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
