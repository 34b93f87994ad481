import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "@/lib/env";
import { findChromium } from "./setup/find-chromium";
import { type Job, runSideBySide } from "./setup/run-side-by-side";
import {
  type Count,
  readForgeReport,
  readPlaywrightReport,
  readVitestReport,
} from "./setup/stage-reports";

/**
 * Runs every stage of `npm test`. Lint comes first; then stages run side by side, at most `SLOTS` of
 * them. Each has ports, data folders and databases of its own, and its output is printed in one piece.
 * The last lines list the failed tests with their messages and give the sum. A stage that breaks before
 * it can count its tests counts as one failure. `npm test -- lint unit` runs only the named stages.
 */
type Stage = {
  name: string;
  command: string[];
  /** How many processors it keeps busy; 1 where it waits most of the time. */
  slots: number;
  needs: string[];
  /** The option by which its runner is told where to write its report. */
  report?: (path: string) => string[];
  /** Null for a check without tests of its own. */
  count: ((path: string) => Promise<Count>) | null;
};

/**
 * On fewer than four processors the stages run one after the other: each keeps two busy. More than
 * four would not end sooner, because the browser stage is the longest.
 */
const SLOTS = availableParallelism() < 4 ? 1 : 4;
/** Leaves a processor for a stage that waits. */
const BROWSER_SLOTS = 3;

type Place = { slots?: number; needs?: string[] };

/** A check without tests of its own: one passed, or one failed by its exit code. */
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
  };
}

const STAGES: Stage[] = [
  check("lint", npmRun("lint")),
  check("types", npmRun("typecheck"), { needs: ["lint"] }),
  vitest("unit", { needs: ["lint"] }),
  // Types and unit tests read what it writes.
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
  },
];

/** The named stages, or all; what is not run is not waited for. */
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
  // Runners leave out colours where they do not write to a terminal.
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
  // A runner that died left no report, or half of one: that is a failure, whatever it printed.
  const unreported = { passed: 0, failed: 1, failures: [`no report, exit code ${code}`] };
  const counted = await stage.count(path).catch(() => unreported);
  if (code === 0 || counted.failed > 0) return counted;
  const { failures = [] } = counted;
  const found = failures.length > 0 ? failures : [`exit code ${code}`];
  return { ...counted, failed: found.length, failures: found };
}

function jobOf(stage: Stage, folder: string): Job<Count> {
  const path = join(folder, `${stage.name}.json`);
  return {
    name: stage.name,
    slots: stage.slots,
    needs: stage.needs,
    async run(print) {
      const startedAt = performance.now();
      print(`\n=== ${stage.name} ===\n`);
      const code = await runCommand([...stage.command, ...(stage.report?.(path) ?? [])], print);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const count = await countOf(stage, path, code);
      print(`=== ${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
      return count;
    },
  };
}

const stages = selectStages(process.argv.slice(2));
const folder = await mkdtemp(join(tmpdir(), "slipway-reports-"));
let counts: Count[];
try {
  if (stages.some(({ name }) => name === "browser")) await findChromium();
  counts = await runSideBySide(
    stages.map((stage) => jobOf(stage, folder)),
    { slots: SLOTS, write: (text) => process.stdout.write(text) },
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
const sum = (key: "passed" | "failed") => counts.reduce((total, count) => total + count[key], 0);
const failures = counts.flatMap(({ failed, failures: texts = ["failed"] }, index) =>
  failed === 0 ? [] : texts.map((text) => `[${stages[index]?.name}] ${text}`),
);
if (failures.length > 0) process.stdout.write(`\n=== failures ===\n${failures.join("\n")}\n`);
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
