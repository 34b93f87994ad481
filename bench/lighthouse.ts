import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { call } from "@slipway-launchpad/client";
import { chromium } from "playwright";
import { z } from "zod";
import { listTokens } from "@/lib/features/market/operations/tokens";
import { freePort } from "@/sandbox/process/free-port";
import { launchToken } from "../tests/e2e/support/launch-token";
import { CHROMIUM_FLAGS, findChromium } from "../tests/setup/find-chromium";
import { startStack } from "../tests/setup/stack/start-stack";
import { median } from "./support/median";

/**
 * Lighthouse on the start page, the explorer and a token's page of a production build, on desktop
 * and on a simulated phone (slow CPU and slow 4G), with the scripts and requests of each page.
 * `npm run lighthouse` launches tokens in its own launchpad; `-- --url http://localhost:3000` uses a
 * running one with its tokens. The first run of each page warms it up and does not count. A score
 * below its target exits with 1. The first use downloads Lighthouse: with its 166 packages it is too
 * large for everybody's `npm install`.
 */
const LIGHTHOUSE = "lighthouse@12.8.2";
const TARGETS = {
  desktop: { performance: 98, accessibility: 95, "best-practices": 95 },
  phone: { performance: 90, accessibility: 95, "best-practices": 95 },
} as const;
const SHIFT_MAX = 0.05;
const WAIT_MS = 15_000;
/** Attempts to record a run: on a busy machine, Chromium sometimes loses the start of the navigation. */
const ATTEMPTS = 3;
const TOKENS = 6;
const CHAIN = "base-sepolia";
const AUDITS = {
  fcpMs: "first-contentful-paint",
  lcpMs: "largest-contentful-paint",
  blockedMs: "total-blocking-time",
  shift: "cumulative-layout-shift",
} as const;
type Form = "desktop" | "phone";
/**
 * Lighthouse's phone is four times slower than the machine that measures. Its authors mean a machine
 * with a `benchmarkIndex` of 1,533; on a slower one they recommend a smaller factor, by this table.
 * Source: lighthouse-cpu-throttling-calculator, linked from Lighthouse's docs/throttling.md.
 */
const PHONES = [
  { index: 150, factor: 1 },
  { index: 800, factor: 2 },
  { index: 1300, factor: 3 },
  { index: 1533, factor: 4 },
] as const;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    /** Prints the failed audits, and what blocked the page. */
    verbose: { type: "boolean", default: false },
  },
});
const RUNS = Number(values.runs);

const stack = values.url === undefined ? await startStack() : null;
const site = values.url ?? stack?.baseUrl ?? "";
const port = await freePort();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
});

/** Launches some tokens in the bench's own launchpad. Returns the page of the first one. */
async function tokenPage(): Promise<string> {
  if (stack !== null) {
    process.env.E2E_DATA_DIR = stack.dataDir;
    for (let number = 1; number <= TOKENS; number += 1) {
      await launchToken(site, CHAIN, { name: `Measured ${number}`, symbol: `M${number}` });
    }
  }
  const query = { limit: "1" };
  const { data } = await call(listTokens, { params: { chain: CHAIN }, query }, { baseUrl: site });
  if (data[0] === undefined) throw new Error(`There is no token on ${CHAIN}: launch one first`);
  return `/${CHAIN}/${data[0].tokenAddress}`;
}

const report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      id: z.string(),
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      displayValue: z.string().optional(),
      details: z.unknown().optional(),
    }),
  ),
  runtimeError: z.object({ message: z.string() }).optional(),
});

/** The slowest computer that Lighthouse accepts without a warning, by its `benchmarkIndex`. */
const DESKTOP_INDEX = 1_000;

/** How many times slower than this machine the measured device is. Lighthouse's own: 1 and 4. */
function slowdownOn(benchmarkIndex: number, form: Form): number {
  if (form === "desktop") return Number(Math.min(1, benchmarkIndex / DESKTOP_INDEX).toFixed(2));
  const above = PHONES.findIndex(({ index }) => index > benchmarkIndex);
  const [lower, upper] = [PHONES[above - 1], PHONES[above]];
  if (above === 0) return 1;
  if (lower === undefined || upper === undefined) return 4;
  const share = (benchmarkIndex - lower.index) / (upper.index - lower.index);
  return Number((lower.factor + share * (upper.factor - lower.factor)).toFixed(2));
}

/** Sizes in bytes, as sent: with compression and headers. */
const networkRequests = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })),
});

async function runLighthouse(path: string, form: Form, slowdown: number) {
  const flags = [
    `--port=${port}`,
    `--only-categories=${Object.keys(TARGETS[form]).join(",")}`,
    "--output=json",
    "--quiet",
    // A page's event stream never ends, and Lighthouse would wait 45 s for its end.
    `--max-wait-for-load=${WAIT_MS}`,
    ...(form === "desktop" ? ["--preset=desktop"] : []),
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
  ];
  const command = ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse"];
  const maxBuffer = 64 * 1024 * 1024;
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      const { stdout } = await promisify(execFile)("npm", [...command, site + path, ...flags], {
        maxBuffer,
      });
      return report.parse(JSON.parse(stdout));
    } catch (error) {
      const { data } = z.object({ stderr: z.string().min(1) }).safeParse(error);
      const said = String(data?.stderr ?? error);
      if (left === 0 || !said.includes("Please run Lighthouse again")) throw new Error(said);
      console.error(`${form} ${path}: ${said.trim()}`);
    }
  }
}

async function measure(path: string, form: Form, slowdown: number) {
  const { environment, categories, audits, runtimeError } = await runLighthouse(
    path,
    form,
    slowdown,
  );
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  if (values.verbose) {
    for (const id of ["largest-contentful-paint-element", "long-tasks"]) {
      console.error(form, path, id, JSON.stringify(audits[id]?.details));
    }
    for (const { id, score, title, displayValue } of Object.values(audits)) {
      if (score !== null && score < 0.9) console.error(form, path, id, score, title, displayValue);
    }
  }
  const scores = Object.keys(TARGETS[form]).map((name): [string, number] => [
    name,
    Math.round((categories[name]?.score ?? 0) * 100),
  ]);
  const figures = Object.entries(AUDITS).map(([name, audit]): [string, number] => {
    const value = audits[audit]?.numericValue ?? Number.NaN;
    return [name, name === "shift" ? Number(value.toFixed(4)) : Math.round(value)];
  });
  const requests = networkRequests.parse(audits["network-requests"]?.details).items;
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script");
  const bytes = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return Object.fromEntries([
    ...scores,
    ...figures,
    ["scriptsKb", Math.round(bytes / 1000)],
    ["requests", requests.length],
    ["benchmarkIndex", Math.round(environment.benchmarkIndex)],
    ["slowdown", slowdown],
  ]);
}

/** The median of each figure: single runs vary on a busy machine. */
function middle(runs: readonly Record<string, number>[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [
      name,
      median(runs.map((run) => run[name] ?? Number.NaN)),
    ]),
  );
}

try {
  const pages = { start: "/", explorer: "/explore", token: await tokenPage() };
  const table: Record<string, Record<string, number>> = {};
  const misses: string[] = [];
  for (const [name, path] of Object.entries(pages)) {
    for (const form of ["desktop", "phone"] as const) {
      const title = `${name} ${form}`;
      if (values.only !== undefined && !title.includes(values.only)) continue;
      const { benchmarkIndex } = await measure(path, form, 1);
      let slowdown = slowdownOn(benchmarkIndex ?? Number.NaN, form);
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) {
        const single = await measure(path, form, slowdown);
        slowdown = slowdownOn(single.benchmarkIndex ?? Number.NaN, form);
        console.error(`${title}, run ${run + 1}: ${JSON.stringify(single)}`);
        runs.push(single);
      }
      const figures = middle(runs);
      table[title] = figures;
      for (const [score, target] of Object.entries(TARGETS[form])) {
        if (figures[score] === undefined || figures[score] < target) {
          misses.push(`${title}: ${score} ${figures[score]} is below ${target}`);
        }
      }
      if (!(Number(figures.shift) < SHIFT_MAX))
        misses.push(`${title}: layout shift ${figures.shift}`);
    }
  }
  console.table(table);
  console.log(JSON.stringify({ runs: RUNS, ...table }));
  for (const miss of misses) console.error(miss);
  if (misses.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack?.stop();
}
