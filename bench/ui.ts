import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { type Browser, chromium, type Page } from "playwright";
import { z } from "zod";
import { CHAINS } from "@/lib/shared/chains";
import { startTestDatabase } from "../tests/setup/database/postgres";
import { CHROMIUM_FLAGS, findChromium } from "../tests/setup/find-chromium";
import { startStack } from "../tests/setup/stack/start-stack";
import { seedMarket } from "./seed-market";

/**
 * Scrolls the explorer's list through a synthetic market, first while its pages load, then back
 * through the loaded list. Measures the longest main-thread tasks with Chromium's trace, and the
 * frame times in the page. The baseline is a static page with the same number of text rows; `ratio`
 * is the list's frames per second relative to the baseline's. `npx tsx bench/ui.ts`; over 50 ms
 * exits with 1.
 */
const { values } = parseArgs({ options: { tokens: { type: "string", default: "10000" } } });
const TOKENS = Number(values.tokens);
const CHAIN = "base-sepolia";
const DATASET = 90_000;
const TASK_MS_MAX = 50;
/** A fast scroll: rows are 64 px high. */
const PX_PER_FRAME = 320;
const ROW_PX = 64;
const SCROLL_MS_MAX = 240_000;
/** Headless Chromium sometimes stops drawing; such a run is discarded. */
const DRAWING_MS_MAX = 10_000;
const TRIES = 3;

const traced = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).loose().optional(),
    }),
  ),
});

const database = await startTestDatabase();
const stack = await startStack({
  DATABASE_URL: database.url,
  RATE_LIMIT_DATA_PER_MINUTE: "1000000",
});
const executablePath = await findChromium();

class StoppedDrawingError extends Error {}

/** Replaces the chain's market with a synthetic one. */
async function seed(): Promise<void> {
  const { chainId } = CHAINS[CHAIN];
  const size = { chainId: DATASET, tokens: TOKENS, trades: TOKENS * 5, holders: 10 };
  await seedMarket(database.db, size);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`update market.datasets set state = 'building'
      where chain_id = ${chainId} and state = 'live'`);
    await tx.execute(sql`update market.datasets set chain_id = ${chainId} where id = ${DATASET}`);
  });
}

/**
 * Scrolls to one end of the page. Returns the frame times in milliseconds.
 * @throws StoppedDrawingError when the browser stops drawing frames
 */
async function scrollTo(page: Page, end: "top" | "bottom"): Promise<number[]> {
  const gaps = await page.evaluate(
    ({ step, wanted, timeoutMs, drawingMs }) =>
      new Promise<number[] | null>((resolve, reject) => {
        const gaps: number[] = [];
        const startedAt = performance.now();
        let before: number | null = null;
        const isThere = () => {
          if (step < 0) return window.scrollY <= 0;
          const last = [...document.querySelectorAll("li[aria-posinset]")].at(-1);
          return (
            Number(last?.getAttribute("aria-posinset")) >= wanted &&
            (last?.getBoundingClientRect().top ?? 0) < window.innerHeight
          );
        };
        let watch = setTimeout(resolve, drawingMs, null);
        const frame = (now: number) => {
          clearTimeout(watch);
          if (before !== null) gaps.push(now - before);
          before = now;
          if (isThere()) return resolve(gaps);
          if (now - startedAt > timeoutMs) return reject(new Error("The end was not reached"));
          watch = setTimeout(resolve, drawingMs, null);
          window.scrollBy({ top: step, behavior: "instant" });
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    {
      step: end === "top" ? -PX_PER_FRAME : PX_PER_FRAME,
      wanted: TOKENS,
      timeoutMs: SCROLL_MS_MAX,
      drawingMs: DRAWING_MS_MAX,
    },
  );
  if (gaps === null) throw new StoppedDrawingError("The browser has stopped drawing");
  return gaps;
}

/** The duration of each main-thread task of the page, in milliseconds. */
function mainThreadTasks(trace: Buffer): number[] {
  const { traceEvents } = traced.parse(JSON.parse(trace.toString()));
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  return traceEvents
    .filter(({ name, ph }) => ph === "X" && name.endsWith("RunTask"))
    .filter(({ pid, tid }) => mains.has(`${pid}:${tid}`))
    .map(({ dur = 0 }) => dur / 1_000);
}

async function measure(browser: Browser, page: Page, end: "top" | "bottom") {
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
  });
  const gaps = await scrollTo(page, end);
  const tasks = mainThreadTasks(await browser.stopTracing());
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page");
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part: number) =>
    Number((sorted[Math.floor(part * (gaps.length - 1))] ?? 0).toFixed(1));
  return {
    framesPerSecond: Number((gaps.length / (sum(gaps) / 1_000)).toFixed(1)),
    frameMedianMs: at(0.5),
    frameP99Ms: at(0.99),
    frameMaxMs: at(1),
    taskMaxMs: Number(Math.max(...tasks).toFixed(1)),
    tasksOver50Ms: tasks.filter((ms) => ms > TASK_MS_MAX).length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Scrolls down and up again, through the list and through the baseline page. */
async function measureAll() {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // The compiler uses a helper to name functions, which the page lacks.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.goto(`${stack.baseUrl}/${CHAIN}`);
    await page.locator("li[aria-posinset]").first().waitFor();
    const loading = await measure(browser, page, "bottom");
    const loaded = await measure(browser, page, "top");
    await page.goto("about:blank");
    await page.setContent(plainPage());
    return { loading, loaded, plain: await measure(browser, page, "bottom") };
  } finally {
    await browser.close();
  }
}

function plainPage(): string {
  const rows = Array.from(
    { length: TOKENS },
    (_, place) => `<li aria-posinset="${place + 1}" style="height:${ROW_PX}px">Token ${place}</li>`,
  );
  return `<!doctype html><title>Rows</title><ol>${rows.join("")}</ol>`;
}

/** Runs `measureAll`, and repeats it when the browser stopped drawing. */
async function measured() {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await measureAll();
    } catch (error) {
      if (!(error instanceof StoppedDrawingError) || left === 1) throw error;
      console.error(`${error.message}; retrying with a new browser`);
    }
  }
}

try {
  await seed();
  const table = await measured();
  console.table(table);
  const { loading, loaded, plain } = table;
  const ratioTo = (part: { framesPerSecond: number }) =>
    Number((part.framesPerSecond / plain.framesPerSecond).toFixed(2));
  const ratio = { loading: ratioTo(loading), loaded: ratioTo(loaded) };
  console.log(JSON.stringify({ bench: "ui", tokens: TOKENS, ...table, ratio }));
  if (loading.tasksOver50Ms + loaded.tasksOver50Ms > 0) process.exitCode = 1;
} finally {
  await stack.stop();
  await database.stop();
}
