import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import { findChromium } from "./setup/find-chromium";

/**
 * Runs every stage of `npm test`, one after the other. The last lines list the failed tests with
 * their messages and give the sum. A stage that breaks before it can count its tests counts as one
 * failure.
 */
type Count = { passed: number; failed: number; failures?: string[] };
type Stage = { name: string; command: string[]; count: (folder: string) => Promise<Count | null> };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type VitestReport = z.infer<typeof vitestReport>;
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
    }),
  ),
});
type PlaywrightSuite = {
  specs: z.infer<typeof playwrightSpec>[];
  suites?: PlaywrightSuite[] | undefined;
};
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec), suites: z.array(playwrightSuite).optional() }),
);
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});
const forgeReport = z.object({ passed: z.number(), failed: z.number() });

/** The lines of a failure's message that are repeated at the end. */
const MESSAGE_LINES = 8;
const ANSI_COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const describeFailure = (title: string, message = "") =>
  [title, ...message.replace(ANSI_COLOUR, "").split("\n").slice(0, MESSAGE_LINES)].join("\n    ");

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that could not be collected has a message and no tests.
    if (failed.length === 0)
      return status === "failed" ? [describeFailure(relative(".", name), message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      describeFailure(`${relative(".", name)} › ${fullName}`, failureMessages?.[0]),
    );
  });
}

function playwrightFailures({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === "flaky"))
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
      return describeFailure(`${file}:${line} › ${title}`, errors[0]?.message);
    });
  return [...own, ...suites.flatMap(playwrightFailures)];
}

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
      const { numPassedTests: passed, numFailedTests: failed } = report;
      return { passed, failed, failures: vitestFailures(report) };
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
      const { stats, suites } = playwrightReport.parse(await readJson("test-results/report.json"));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: suites.flatMap(playwrightFailures),
      };
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
  // A runner that died left no report, or half of one: that is a failure, whatever it printed.
  const unreported = { passed: 0, failed: 1, failures: [`no report, exit code ${code}`] };
  const counted = await stage.count(folder).catch(() => unreported);
  if (counted === null) {
    if (code === 0) return { passed: 1, failed: 0 };
    return { passed: 0, failed: 1, failures: [`exit code ${code}`] };
  }
  if (code === 0 || counted.failed > 0) return counted;
  const { failures = [] } = counted;
  const found = failures.length > 0 ? failures : [`exit code ${code}`];
  return { ...counted, failed: found.length, failures: found };
}

const folder = await mkdtemp(join(tmpdir(), "slipway-reports-"));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
try {
  await findChromium();
  for (const stage of STAGES) {
    const count = await runStage(stage, folder);
    total.passed += count.passed;
    total.failed += count.failed;
    if (count.failed > 0)
      failures.push(...(count.failures ?? ["failed"]).map((text) => `[${stage.name}] ${text}`));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (failures.length > 0) process.stdout.write(`\n=== failures ===\n${failures.join("\n")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
