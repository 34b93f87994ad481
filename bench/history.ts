import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import pg from "pg";
import {
  createDatabase,
  createReadingDatabase,
  type Database,
} from "@/lib/drivers/db/create-database";
import { DELETED_AT_ONCE } from "@/lib/drivers/db/delete-batch";
import { migrate } from "@/lib/drivers/db/migrate";
import { createMarket } from "@/lib/features/market/store/create-market";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { type DiskRow, readDisk } from "./history/disk";
import { type Cost, measure } from "./history/measure";
import { questionsOf } from "./history/questions";
import { finishHistory, seedDay, seedLaunches, TRADES_PER_DAY } from "./history/seed-history";
import { openWriter } from "./history/write-batches";

/**
 * A market that grows: bytes on disk per launch and per trade, and the cost of each frequent
 * question and of the indexer's writes, at each number of trades, as ratios to the first. `npx tsx
 * bench/history.ts --tokens 1000000 --trades 1000000,20000000`. `--database` names an empty database
 * of a server whose superuser it connects as; without it, an embedded PostgreSQL is started.
 */
const { values } = parseArgs({
  options: {
    tokens: { type: "string", default: "20000" },
    trades: { type: "string", default: "500000,2000000" },
    rounds: { type: "string", default: "100" },
    database: { type: "string", default: "" },
    removal: { type: "string", default: "0" },
  },
});
const SIZES = values.trades.split(",").map(Number);
const ROUNDS = Number(values.rounds);
/** Of large batches; each takes seconds. */
const LARGE_ROUNDS = 3;
const LIVE_BLOCKS = 7;
const BACKFILL_BLOCKS = 800;
const REMOVAL_STEP_SECONDS = 10;
/** Of data, write-ahead log and sorting. */
const BYTES_PER_TRADE = 2_200;
const BYTES_PER_TOKEN = 4_500;
const history = { chainId: 84_532, tokens: Number(values.tokens) };
const days = SIZES.map((trades) => trades / TRADES_PER_DAY);
if (days.some((day, i) => !Number.isInteger(day) || day <= (days[i - 1] ?? 0))) {
  throw new Error(`--trades needs ascending multiples of ${TRADES_PER_DAY}`);
}

const startedAt = performance.now();
const log = (text: string) =>
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}\n`);

async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = (SIZES.at(-1) ?? 0) * BYTES_PER_TRADE + history.tokens * BYTES_PER_TOKEN;
  if (bavail * bsize < needed) throw new Error(`${folder} needs ${gigabytes(needed)} GB free`);
}

const gigabytes = (bytes: number) => Math.ceil(bytes / 1e9);

async function openServer() {
  if (values.database !== "") return { url: values.database, stop: async () => undefined };
  await checkSpace(tmpdir());
  const dataDir = await mkdtemp(join(tmpdir(), "history-bench-"));
  const postgres = await startPostgres({ dataDir, password: "bench" });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The result of one size: bytes of each relation, and the cost of each operation. */
type Result = { trades: number; disk: DiskRow[]; costs: Map<string, Cost> };

async function measureAll(url: string, writing: Database, trades: number): Promise<Result> {
  const watching = new pg.Client({ connectionString: url });
  await watching.connect();
  await setAutovacuum(watching, false);
  const reading = createReadingDatabase({ url, connectionsMax: 1, onError: () => undefined });
  const costs = new Map<string, Cost>();
  const record = (name: string, cost: Cost) => {
    costs.set(name, cost);
    log(`${name}: ${cost.pages} pages, ${cost.medianMs.toFixed(2)} ms`);
  };
  try {
    const disk = await readDisk(watching);
    for (const { name, ask } of questionsOf(createMarket(reading), history, trades)) {
      const working = reading.$client;
      record(name, await measure({ working, watching, rounds: ROUNDS, run: ask }));
    }
    const writer = await openWriter(writing, history);
    const write = { working: writing.$client, watching };
    for (const { name, rounds, ...operation } of writesOf(writer)) {
      record(name, await measure({ ...write, ...operation, rounds }));
      await writer.rollBack();
    }
    return { trades, disk: withScans(disk, await readDisk(watching)), costs };
  } finally {
    await setAutovacuum(watching, true);
    await reading.$client.end();
    await watching.end();
  }
}

type Write = Pick<Parameters<typeof measure>[0], "run" | "prepare" | "rounds"> & { name: string };

function writesOf({
  write,
  rollBack,
  moveWindow,
}: Awaited<ReturnType<typeof openWriter>>): Write[] {
  const live = { rounds: Math.ceil(ROUNDS / 5) };
  const large = { rounds: LARGE_ROUNDS };
  return [
    { name: "write a block of 24 events", run: () => write(1), prepare: rollBack, ...live },
    {
      name: `roll back ${LIVE_BLOCKS} blocks`,
      run: rollBack,
      prepare: () => write(LIVE_BLOCKS),
      ...live,
    },
    {
      name: `write ${BACKFILL_BLOCKS * 24} events at once`,
      run: () => write(BACKFILL_BLOCKS),
      prepare: rollBack,
      ...large,
    },
    {
      name: `roll back ${BACKFILL_BLOCKS} blocks`,
      run: rollBack,
      prepare: () => write(BACKFILL_BLOCKS),
      ...large,
    },
    { name: "advance the 24h window by a minute", run: moveWindow, ...live },
  ];
}

/** Sizes from before the writes, scans from after them. */
function withScans(before: readonly DiskRow[], after: readonly DiskRow[]): DiskRow[] {
  return before.map((row) => ({
    ...row,
    scans: after.find(({ name }) => name === row.name)?.scans ?? null,
  }));
}

/** Size of the database, without its write-ahead log. */
async function readGigabytes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  return (Number(rows[0]?.bytes) / 1e9).toFixed(1);
}

async function setAutovacuum(client: pg.Client, isOn: boolean): Promise<void> {
  await client.query(`alter system set autovacuum = ${isOn ? "on" : "off"}`);
  await client.query("select pg_reload_conf()");
}

function printDisk({ trades, disk }: Result, launched: readonly DiskRow[]): void {
  const bytesBefore = (name: string) => launched.find((row) => row.name === name)?.bytes ?? 0;
  const rows = disk.map(({ name, kind, bytes, scans }) => ({
    name,
    kind,
    megabytes: Math.round(bytes / 1e6),
    "bytes per launch": Math.round(bytesBefore(name) / history.tokens),
    "bytes per trade": Math.round((bytes - bytesBefore(name)) / trades),
    scans,
  }));
  const sum = (list: readonly DiskRow[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  console.log(`${history.tokens} tokens, ${trades} trades`);
  console.table(rows.filter(({ megabytes }) => megabytes > 0));
  const perLaunch = Math.round(sum(launched) / history.tokens);
  const perTrade = Math.round((sum(disk) - sum(launched)) / trades);
  console.log(`${perLaunch} bytes per launch, ${perTrade} bytes per trade`);
}

function printCosts(results: readonly Result[]): void {
  const [first, last] = [results.at(0), results.at(-1)];
  if (first === undefined || last === undefined) return;
  const ratio = (a: number, b: number) => Number((b / a).toFixed(2));
  const rows = [...first.costs].flatMap(([name, a]) => {
    const b = last.costs.get(name);
    if (b === undefined) return [];
    return {
      name,
      [`pages at ${first.trades}`]: a.pages,
      [`pages at ${last.trades}`]: b.pages,
      "ratio of pages": ratio(a.pages, b.pages),
      [`ms at ${first.trades}`]: Number(a.medianMs.toFixed(2)),
      [`ms at ${last.trades}`]: Number(b.medianMs.toFixed(2)),
      "ratio of ms": ratio(a.medianMs, b.medianMs),
      "p99 ms": Number(b.p99Ms.toFixed(2)),
      "KB of WAL": Math.round(b.walBytes / 1e3),
    };
  });
  console.table(rows);
}

/** Removes the dataset as after a rebuild, for some seconds. @returns rows per second, each time */
async function measureRemoval(db: Database, seconds: number): Promise<number[]> {
  await db.execute(sql`update market.datasets set state = 'retired'`);
  const { removeRetired } = createMarketDatasets(db, history.chainId, "live");
  const rates: number[] = [];
  for (let spent = 0; spent < seconds; spent += REMOVAL_STEP_SECONDS) {
    const until = performance.now() + REMOVAL_STEP_SECONDS * 1_000;
    let batches = 0;
    for (; performance.now() < until; batches += 1) await removeRetired();
    const rate = Math.round((batches * DELETED_AT_ONCE) / REMOVAL_STEP_SECONDS);
    rates.push(rate);
    log(`${rate} rows removed a second`);
  }
  return rates;
}

const server = await openServer();
try {
  await migrate(server.url, "lib/drivers/db/migrations");
  const options = { url: server.url, connectionsMax: 2, onError: () => undefined };
  const settings = new URL(server.url);
  settings.searchParams.set("statement_timeout", "0");
  settings.searchParams.set("options", "-c synchronous_commit=off");
  const seed = createDatabase({ ...options, url: settings.href });
  const writing = createDatabase({ ...options, url: settings.href, connectionsMax: 1 });
  const watching = new pg.Client({ connectionString: server.url });
  await watching.connect();
  await seedLaunches(seed, history);
  await seed.execute("vacuum analyze");
  const launched = await readDisk(watching);
  log(`${history.tokens} tokens, ${await readGigabytes(watching)} GB`);
  const results: Result[] = [];
  let day = 0;
  for (const trades of SIZES) {
    for (; day * TRADES_PER_DAY < trades; day += 1) {
      await seedDay(seed, history, day * TRADES_PER_DAY);
      log(`${(day + 1) * TRADES_PER_DAY} trades, ${await readGigabytes(watching)} GB`);
    }
    await finishHistory(seed, history, trades);
    log("vacuumed");
    const result = await measureAll(server.url, writing, trades);
    results.push(result);
    printDisk(result, launched);
    printCosts(results);
  }
  const removal = await measureRemoval(writing, Number(values.removal));
  if (removal.length > 0) console.log(`rows per second of removal: ${removal.join(", ")}`);
  console.log(
    JSON.stringify({
      bench: "history",
      ...history,
      removal,
      minutes: Math.round((performance.now() - startedAt) / 60_000),
      results: results.map(({ costs, ...rest }) => ({ ...rest, costs: Object.fromEntries(costs) })),
    }),
  );
  await Promise.all([seed.$client.end(), writing.$client.end(), watching.end()]);
} finally {
  await server.stop();
}
