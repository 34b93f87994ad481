import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { findChromium } from "./setup/find-chromium";

/**
 * Everything that `npm test` runs, one stage after the other, and their sum on the last line. A
 * stage that breaks before it can count its tests counts as one failure.
 */
type Count = { passed: number; failed: number };
type Stage = { name: string; command: string[]; count: (folder: string) => Promise<Count | null> };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});
const forgeReport = z.object({ passed: z.number(), failed: z.number() });

const reportIn = (folder: string, stage: string) => join(folder, `${stage}.json`);

/** A check without tests of its own: one passed, or one failed by its exit code. */
function check(name: string, ...command: string[]): Stage {
  return { name, command, count: async () => null };
}

function vitest(project: string): Stage {
  return {
    name: project,
    command: [
      "npx",
      "vitest",
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
    ],
    count: async (folder) => {
      const report = vitestReport.parse(await readJson(reportIn(folder, project)));
      return { passed: report.numPassedTests, failed: report.numFailedTests };
    },
  };
}

const STAGES: Stage[] = [
  check("lint", "npm", "run", "--silent", "lint"),
  check("types", "npm", "run", "--silent", "typecheck"),
  vitest("unit"),
  {
    name: "contracts",
    command: ["npx", "tsx", "contracts/script/test.ts"],
    count: async (folder) => forgeReport.parse(await readJson(reportIn(folder, "contracts"))),
  },
  check("contract checks", "npm", "run", "--silent", "contracts:check"),
  check("build", "npm", "run", "--silent", "build"),
  vitest("stack"),
  vitest("api"),
  vitest("attack"),
  {
    name: "browser",
    command: ["npx", "playwright", "test"],
    count: async () => {
      // Written by the reporter in playwright.config.ts.
      const { stats } = playwrightReport.parse(await readJson("test-results/report.json"));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
  },
  check("crash", "npm", "run", "--silent", "test:crash", "--", "--launches", "12"),
];

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** The option by which a stage's runner is told where to write its report. */
function reportOption({ command }: Stage, path: string): string[] {
  if (command.includes("vitest")) return [`--outputFile.json=${path}`];
  return command.includes("contracts/script/test.ts") ? ["--report", path] : [];
}

async function runStage(stage: Stage, folder: string): Promise<Count> {
  const startedAt = performance.now();
  process.stdout.write(`\n=== ${stage.name} ===\n`);
  const option = reportOption(stage, reportIn(folder, stage.name));
  const [program = "", ...rest] = [...stage.command, ...option];
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn(program, rest, { stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = await countOf(stage, folder, code);
  process.stdout.write(
    `=== ${stage.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`,
  );
  return count;
}

async function countOf(stage: Stage, folder: string, code: number): Promise<Count> {
  const fallback = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  // A runner that died has left no report, or half of one: that is a failure, whatever it printed.
  const counted = await stage.count(folder).catch(() => ({ passed: 0, failed: 1 }));
  if (counted === null) return fallback;
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

const folder = await mkdtemp(join(tmpdir(), "slipway-reports-"));
const total = { passed: 0, failed: 0 };
try {
  await findChromium();
  for (const stage of STAGES) {
    const count = await runStage(stage, folder);
    total.passed += count.passed;
    total.failed += count.failed;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
