import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { chromium, type Page } from "playwright";
import { z } from "zod";
import { CHAINS } from "@/lib/domain/chains";
import { CHROMIUM_FLAGS, findChromium } from "../tests/setup/find-chromium";
import { startTestDatabase } from "../tests/setup/postgres";
import { startStack } from "../tests/setup/start-stack";
import { seedMarket } from "./seed-market";

/**
 * Scrolls the explorer's list through a made-up market, first while its pages are loaded, then back
 * over all that is loaded, and tells by Chromium's trace how long the main thread was busy at once,
 * and by the page how far its frames were apart. `npx tsx bench/ui.ts`; over 50 ms ends it with 1.
 */
const { values } = parseArgs({ options: { tokens: { type: "string", default: "10000" } } });
const TOKENS = Number(values.tokens);
const CHAIN = "base-sepolia";
const MODEL = 90_000;
const TASK_MS_MAX = 50;
/** A fast finger: rows are 64 px high. */
const PX_PER_FRAME = 320;
const SCROLL_MS_MAX = 240_000;

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
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_FLAGS,
});

/** Puts a made-up market in the place of the chain's own. */
async function seed(): Promise<void> {
  const { chainId } = CHAINS[CHAIN];
  const size = { chain: MODEL, tokens: TOKENS, trades: TOKENS * 5, holders: 10 };
  await seedMarket(database.db, size);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`update market.models set state = 'building'
      where chain_id = ${chainId} and state = 'live'`);
    await tx.execute(sql`update market.models set chain_id = ${chainId} where id = ${MODEL}`);
  });
}

/** Scrolls to one end of the page. Answers the times between its frames in milliseconds. */
function scrollTo(page: Page, end: "top" | "bottom", rows: number): Promise<number[]> {
  return page.evaluate(
    ({ step, wanted, timeoutMs }) =>
      new Promise<number[]>((resolve, reject) => {
        const gaps: number[] = [];
        const startedAt = performance.now();
        let before: number | null = null;
        const isThere = () => {
          if (step < 0) return window.scrollY <= 0;
          const last = [...document.querySelectorAll("li[aria-posinset]")].at(-1);
          return Number(last?.getAttribute("aria-posinset")) >= wanted;
        };
        const frame = (now: number) => {
          if (before !== null) gaps.push(now - before);
          before = now;
          if (isThere()) return resolve(gaps);
          if (now - startedAt > timeoutMs) return reject(new Error("The end was not reached"));
          window.scrollBy({ top: step, behavior: "instant" });
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    {
      step: end === "top" ? -PX_PER_FRAME : PX_PER_FRAME,
      wanted: rows,
      timeoutMs: SCROLL_MS_MAX,
    },
  );
}

/** How long each task of the page's main thread took, in milliseconds. */
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

async function measure(page: Page, end: "top" | "bottom") {
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
  });
  const gaps = await scrollTo(page, end, TOKENS);
  const tasks = mainThreadTasks(await browser.stopTracing());
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page");
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part: number) =>
    Number((sorted[Math.floor(part * (gaps.length - 1))] ?? 0).toFixed(1));
  return {
    frames: gaps.length,
    frameMedianMs: at(0.5),
    frameP99Ms: at(0.99),
    frameMaxMs: at(1),
    taskMaxMs: Number(Math.max(...tasks).toFixed(1)),
    tasksOver50Ms: tasks.filter((ms) => ms > TASK_MS_MAX).length,
  };
}

try {
  await seed();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // The compiler names functions by a helper that the page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.goto(`${stack.baseUrl}/${CHAIN}`);
  await page.locator("li[aria-posinset]").first().waitFor();
  const table = { loading: await measure(page, "bottom"), loaded: await measure(page, "top") };
  console.table(table);
  console.log(JSON.stringify({ bench: "ui", tokens: TOKENS, ...table }));
  if (Object.values(table).some(({ tasksOver50Ms }) => tasksOver50Ms > 0)) process.exitCode = 1;
} finally {
  await browser.close();
  await stack.stop();
  await database.stop();
}
