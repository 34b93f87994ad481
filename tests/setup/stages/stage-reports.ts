import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { z } from "zod";

/** The test counts of a stage of `npm test`. */
export type Count = {
  passed: number;
  failed: number;
  failures?: string[];
  /** Arguments of the runner to run the failed tests again: files, or `file:line`. */
  failedPlaces?: string[];
};

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

/** The number of lines of a failure message that the summary repeats. */
const MESSAGE_LINES = 16;
const ANSI_COLOR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const describeFailure = (title: string, message = "") =>
  [title, ...message.replace(ANSI_COLOR, "").split("\n").slice(0, MESSAGE_LINES)].join("\n    ");

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that fails to load has a message and no tests.
    if (failed.length === 0)
      return status === "failed" ? [describeFailure(relative(".", name), message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      describeFailure(`${relative(".", name)} › ${fullName}`, failureMessages?.[0]),
    );
  });
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"] {
  const own = specs.filter(
    ({ ok, tests }) => !ok || tests.some(({ status }) => status === "flaky"),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

function playwrightFailures(specs: PlaywrightSuite["specs"]): string[] {
  return specs.map(({ title, file, line, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
    return describeFailure(`${file}:${line} › ${title}`, errors[0]?.message);
  });
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** The totals of vitest's JSON report. */
export async function readVitestReport(path: string): Promise<Count> {
  const report = vitestReport.parse(await readJson(path));
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const failedFiles = report.testResults.filter(({ status }) => status === "failed");
  const failedPlaces = failedFiles.map(({ name }) => relative(".", name));
  return { passed, failed, failures: vitestFailures(report), failedPlaces };
}

/** The totals of Playwright's JSON report. */
export async function readPlaywrightReport(path: string): Promise<Count> {
  const { stats, suites } = playwrightReport.parse(await readJson(path));
  const failed = suites.flatMap(failedSpecs);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: playwrightFailures(failed),
    failedPlaces: [...new Set(failed.map(({ file, line }) => `${file}:${line}`))],
  };
}

/** The totals that `contracts/script/test.ts` writes. */
export async function readForgeReport(path: string): Promise<Count> {
  return forgeReport.parse(await readJson(path));
}
