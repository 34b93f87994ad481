import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import { type PostgresServer, startPostgres } from "@/sandbox/postgres/start-postgres";
import { seedMarket } from "./seed-market";
import { answerOf, startBare } from "./support/bare";
import { canPin, cpuSeconds, pin } from "./support/cpu";
import { floodWithCallers } from "./support/flood-with-callers";
import { generateLoad, type LoadRequest } from "./support/generate-load";
import { countTransactions, invalidateCache } from "./support/market-database";
import { coldRequests, HOT, hotRequests } from "./support/market-requests";
import { median } from "./support/median";
import { startWeb, type Web } from "./support/start-web";

/**
 * The Data API under load, on a market of each size. Hot: the same GET repeated through the whole
 * server, compared with bare `node:http` that sends the same bytes, in turns, from one generator.
 * Cold: without the cache, so that every request is computed. `npm run build && npx tsx
 * bench/data.ts`.
 *
 * Every request is counted by the rate limiter: 64 callers behind one proxy, with a quota that they
 * do not reach. Hot servers have core 0 to themselves and the generator has core 1. Cold requests
 * also load the database, so all processes share all cores, and the figure per core is derived from
 * the CPU time of server and database, without the generator.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000,100000" },
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "5" },
    callers: { type: "string", default: "1,1000,1000000" },
    /** On average; a few tokens have most of them. */
    "trades-per-token": { type: "string", default: "10" },
    /** Only the cold requests whose name contains this, and no hot ones; "" for all cold ones. */
    only: { type: "string" },
  },
});
const SIZES = values.sizes.split(",").map(Number);
const SECONDS = Number(values.seconds);
const TRADES_PER_TOKEN = Number(values["trades-per-token"]);
const HOLDERS = 100_000;
const CHAIN_ID = 84_532;
const HOT_CONCURRENCY = 64;
const COLD_CONCURRENCY = 16;
const BLOCK_MS = 2_000;
/** Distinct callers of one run. */
const CALLERS = values.callers.split(",").map(Number);
const ROUNDS = Number(values.rounds);
const COUNTED = { TRUSTED_PROXY_HOPS: "1", RATE_LIMIT_DATA_PER_MINUTE: "1000000" };
const [SERVER_CORE, GENERATOR_CORE] = [0, 1];
const isPinned = canPin();
const startedAt = performance.now();

/** Reports progress: a full run takes more than ten minutes. */
function log(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stderr.write(`${seconds} s: ${text}\n`);
}

async function seeded(tokens: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "data-bench-"));
  const postgres = await startPostgres({ dataDir, password: "bench" });
  await migrate(postgres.url, "lib/drivers/db/migrations");
  const db = createDatabase({ url: postgres.url, connectionsMax: 1, onError: () => undefined });
  await seedMarket(db, {
    chainId: CHAIN_ID,
    tokens,
    trades: tokens * TRADES_PER_TOKEN,
    holders: HOLDERS,
    endsAt: Math.floor(Date.now() / 1_000),
  });
  log(`seeded ${tokens} tokens`);
  await db.$client.end();
  return { dataDir, postgres };
}

/** Measures load after a second of warm-up, and its CPU cost per request. */
async function measure(
  baseUrl: string,
  requests: readonly LoadRequest[],
  concurrency: number,
  options: {
    pids: readonly number[];
    core: number | null;
    /** Counts something, such as queries; the result has the difference per request. */
    count?: () => Promise<number>;
  },
) {
  const load = { baseUrl, requests, concurrency, core: options.core };
  await generateLoad({ ...load, seconds: 1 });
  const used = () => options.pids.map((pid) => cpuSeconds(pid) ?? Number.NaN);
  const { count = async () => 0 } = options;
  const countBefore = await count();
  const before = used();
  const result = await generateLoad({ ...load, seconds: SECONDS });
  const microsOf = used().map(
    (seconds, i) => ((seconds - (before[i] ?? 0)) * 1e6) / result.requests,
  );
  const counted = ((await count()) - countBefore) / result.requests;
  return {
    ...result,
    microsOf,
    counted,
    cpuMicros: microsOf.reduce((sum, micros) => sum + micros, 0),
  };
}

async function measureHot(web: Web, postgres: PostgresServer) {
  const bare = await startBare();
  if (isPinned) {
    for (const pid of [web.pid, bare.pid]) pin(pid, SERVER_CORE);
    for (const pid of [web.storePid, postgres.pid]) pin(pid, GENERATOR_CORE);
  }
  const core = isPinned ? GENERATOR_CORE : null;
  const rows: Record<string, string | number>[] = [];
  const row = async (name: string, path: string, headers: Record<string, string>) => {
    const requests = hotRequests(path, headers);
    const [first = { path }] = requests;
    await bare.send(await answerOf(web.baseUrl, first));
    const least = await measure(bare.baseUrl, requests, HOT_CONCURRENCY, {
      pids: [bare.pid],
      core,
    });
    const ours = await measure(web.baseUrl, requests, HOT_CONCURRENCY, { pids: [web.pid], core });
    log(`hot: ${name}`);
    rows.push({
      name,
      "per second": ours.perSecond,
      "bare per second": least.perSecond,
      ratio: Number((ours.perSecond / least.perSecond).toFixed(2)),
      "ratio of processor time": Number((least.cpuMicros / ours.cpuMicros).toFixed(2)),
      "us of processor": Math.round(ours.cpuMicros),
      "bytes of response": ours.bytes,
      "p99 ms": ours.p99Ms,
      "bare p99 ms": least.p99Ms,
    });
  };
  for (const { name, path, headers } of HOT) await row(name, path, headers);
  for (const callers of CALLERS) {
    rows.push(await measureCallers(web, bare, callers, core));
    log(`hot: ${callers} callers`);
  }
  const news = await invalidateCache(postgres.url, CHAIN_ID, BLOCK_MS);
  await row(`list of 50, a block every ${BLOCK_MS / 1_000} s`, HOT[0].path, {});
  await news.stop();
  bare.stop();
  return rows;
}

/**
 * Measures the list of 50 for a number of callers a minute, in turn, with its own generator. Both
 * servers get the same requests in rounds, and the figures are medians, so that other load on the
 * machine affects both alike.
 */
async function measureCallers(
  web: Web,
  bare: Awaited<ReturnType<typeof startBare>>,
  callers: number,
  core: number | null,
) {
  const { path } = HOT[0];
  await bare.send(await answerOf(web.baseUrl, { path }));
  const flood = { path, callers, concurrency: HOT_CONCURRENCY, core };
  const send = async ({ baseUrl, pid }: { baseUrl: string; pid: number }, seconds: number) => {
    const before = cpuSeconds(pid) ?? Number.NaN;
    const result = await floodWithCallers({ ...flood, baseUrl, seconds });
    const used = (cpuSeconds(pid) ?? Number.NaN) - before;
    return { ...result, cpuMicros: (used * 1e6) / (result.perSecond * seconds) };
  };
  type Figures = Awaited<ReturnType<typeof send>>;
  const rounds: { least: Figures; ours: Figures }[] = [];
  for (const server of [bare, web]) await send(server, 1);
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.push({ least: await send(bare, SECONDS), ours: await send(web, SECONDS) });
  }
  const middle = (of: (round: { least: Figures; ours: Figures }) => number, digits = 0) =>
    Number(median(rounds.map(of)).toFixed(digits));
  return {
    name: `list of 50, ${callers} callers`,
    "per second": middle(({ ours }) => ours.perSecond),
    "bare per second": middle(({ least }) => least.perSecond),
    ratio: middle(({ ours, least }) => ours.perSecond / least.perSecond, 2),
    "ratio of processor time": middle(({ ours, least }) => least.cpuMicros / ours.cpuMicros, 2),
    "us of processor": middle(({ ours }) => ours.cpuMicros),
    "p99 ms": middle(({ ours }) => ours.p99Ms, 1),
    "bare p99 ms": middle(({ least }) => least.p99Ms, 1),
  };
}

async function measureCold(web: Web, postgres: PostgresServer, tokens: number) {
  const rows: Record<string, string | number>[] = [];
  for (const { name, requests } of coldRequests(tokens)) {
    if (!name.includes(values.only ?? "")) continue;
    const result = await measure(web.baseUrl, requests, COLD_CONCURRENCY, {
      pids: [web.pid, postgres.pid],
      core: null,
      count: () => countTransactions(postgres.url),
    });
    const [serverMicros = Number.NaN, databaseMicros = Number.NaN] = result.microsOf;
    rows.push({
      name,
      "per second": result.perSecond,
      "per core": Math.round(1e6 / result.cpuMicros),
      "us of server": Math.round(serverMicros),
      "us of database": Math.round(databaseMicros),
      queries: Number(result.counted.toFixed(1)),
      "bytes of response": result.bytes,
      "p50 ms": result.p50Ms,
      "p99 ms": result.p99Ms,
    });
    log(`cold, ${tokens} tokens: ${name}`);
  }
  return rows;
}

const hot: { tokens: number; rows: Awaited<ReturnType<typeof measureHot>> }[] = [];
const cold: { tokens: number; rows: Awaited<ReturnType<typeof measureCold>> }[] = [];
for (const tokens of SIZES) {
  const { dataDir, postgres } = await seeded(tokens);
  try {
    const computing = await startWeb(dataDir, postgres.url, {
      ...COUNTED,
      MICRO_CACHE_BYTES_MAX: "0",
    });
    try {
      cold.push({ tokens, rows: await measureCold(computing, postgres, tokens) });
    } finally {
      await computing.stop();
    }
    if (tokens !== SIZES.at(-1) || values.only !== undefined) continue;
    const holding = await startWeb(dataDir, postgres.url, COUNTED);
    try {
      hot.push({ tokens, rows: await measureHot(holding, postgres) });
    } finally {
      await holding.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
for (const { tokens, rows } of hot) {
  console.log(`hot, ${tokens} tokens, concurrency ${HOT_CONCURRENCY}, pinned: ${isPinned}`);
  console.table(rows);
}
for (const { tokens, rows } of cold) {
  console.log(`cold, ${tokens} tokens, concurrency ${COLD_CONCURRENCY}`);
  console.table(rows);
}
console.log(JSON.stringify({ bench: "data", isPinned, hot, cold }));
