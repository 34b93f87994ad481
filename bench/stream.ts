import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrate } from "@/lib/drivers/db/migrate";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startIndexer } from "@/tests/indexer/support/start-indexer";
import { METRICS_TOKEN, readMetrics } from "@/tests/setup/api/read-metrics";
import { startWeb } from "./support/start-web";
import { SYNTHETIC_CHAIN, startSyntheticChain } from "./support/synthetic-chain";

/**
 * Many clients on one web server's event stream: the delay between a block and its event at the
 * last client, through indexer, database and server; the memory per client; and whether slow
 * clients are disconnected without affecting others. `npm run build && npx tsx bench/stream.ts`.
 */
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1000" },
    seconds: { type: "string", default: "30" },
    blockMs: { type: "string", default: "1000" },
    events: { type: "string", default: "20" },
  },
});
const CLIENTS = Number(values.clients);
const SECONDS = Number(values.seconds);
const BLOCK_MS = Number(values.blockMs);
const EVENTS_PER_BLOCK = Number(values.events);
const SLOW = 20;
const SLOW_EVENTS_PER_BLOCK = 1_000;
const SLOW_BLOCKS_MAX = 400;
const TRADE = "\nevent: trade\n";

type Reader = {
  socket: Socket;
  /** Arrival times of trades since the connection opened, as `performance.now()`. */
  tradeTimes: number[];
  isOpen(): boolean;
};

const dataDir = await mkdtemp(join(tmpdir(), "stream-bench-"));
const postgres = await startPostgres({ dataDir, password: "bench" });
await migrate(postgres.url, "lib/drivers/db/migrations");
const { node, market, variables } = await startSyntheticChain({
  dataDir,
  tokens: 20,
  blocks: 20,
  blockMs: BLOCK_MS,
  eventsPerBlock: EVENTS_PER_BLOCK,
  seed: 7,
});
const indexer = await startIndexer({
  DATA_DIR: dataDir,
  DATABASE_URL: postgres.url,
  LOG_LEVEL: "warn",
  ...variables,
});
const web = await startWeb(dataDir, postgres.url, { TRUSTED_PROXY_HOPS: "1", METRICS_TOKEN });

/** A value of the server's own metrics. */
async function metric(name: string): Promise<number> {
  const text = await (await readMetrics(web.baseUrl)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${name} is not among the metrics`);
  return Number(line.split(" ")[1]);
}

/** Opens a stream from its own address. @param reads false: data stays in the socket buffers */
function openReader(number: number, reads: boolean): Reader {
  const { hostname, port } = new URL(web.baseUrl);
  const socket = connect(Number(port), hostname);
  const tradeTimes: number[] = [];
  let isOpen = false;
  let tail = "";
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    const now = performance.now();
    const text = tail + chunk.toString("latin1");
    isOpen ||= text.includes("event: ready");
    let seen = 0;
    for (let at = text.indexOf(TRADE); at !== -1; at = text.indexOf(TRADE, at + 1)) {
      tradeTimes.push(now);
      seen = at + TRADE.length;
    }
    // The possible start of a marker that is split between chunks, without any counted part.
    tail = text.slice(Math.max(seen, text.length - TRADE.length + 1));
    if (!reads && isOpen) socket.pause();
  });
  const address = `198.18.${number >> 8}.${number & 255}`;
  socket.write(
    `GET /v1/${SYNTHETIC_CHAIN}/stream HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  );
  return { socket, tradeTimes, isOpen: () => isOpen };
}

async function openReaders(count: number, first: number, reads: boolean): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let i = 0; i < count; i += 1) {
    readers.push(openReader(first + i, reads));
    if (i % 50 === 49) await sleep(10);
  }
  const isUp = await waitUntil(() => readers.every((one) => one.isOpen()), { timeoutMs: 30_000 });
  if (isUp === null) throw new Error("not every stream opened");
  return readers;
}

/** Mines blocks and returns the delay until the first and the last reader had all events. */
async function measureArrival(readers: readonly Reader[]) {
  const blocks: { madeAt: number; trades: number }[] = [];
  const startedAt = performance.now();
  let trades = 0;
  for (let n = 1; n * BLOCK_MS <= SECONDS * 1_000; n += 1) {
    await sleep(Math.max(0, startedAt + n * BLOCK_MS - performance.now()));
    const block = market.next();
    trades += tradesIn(block.logs.length);
    node.add(block);
    blocks.push({ madeAt: performance.now(), trades });
  }
  await untilAllHave(readers, trades);
  return blocks.map(({ madeAt, trades }) => {
    const times = readers.map(({ tradeTimes }) => tradeTimes[trades - 1] ?? Number.NaN);
    return { first: Math.min(...times) - madeAt, last: Math.max(...times) - madeAt };
  });
}

/** Each trade is two logs: the swap and the token's transfer. */
const tradesIn = (logs: number) => Math.ceil(logs / 2);

async function untilAllHave(readers: readonly Reader[], trades: number): Promise<void> {
  const all = await waitUntil(() => readers.every((one) => one.tradeTimes.length === trades), {
    timeoutMs: 60_000,
  });
  if (all !== null) return;
  const counts = new Set(readers.map(({ tradeTimes }) => tradeTimes.length));
  throw new Error(`readers have ${[...counts].join(", ")} of ${trades} trades`);
}

/** Connects clients that do not read, among as many that do, until the former are disconnected. */
async function measureDropping(first: number) {
  const before = await metric("slipway_streams_dropped_total");
  const slow = await openReaders(SLOW, first, false);
  const prompt = await openReaders(SLOW, first + SLOW, true);
  const residentBefore = await metric("process_resident_memory_bytes");
  let residentMax = residentBefore;
  let trades = 0;
  let blocks = 0;
  let dropped = 0;
  for (; blocks < SLOW_BLOCKS_MAX && dropped < SLOW; blocks += 1) {
    const block = market.next(SLOW_EVENTS_PER_BLOCK);
    trades += tradesIn(block.logs.length);
    node.add(block);
    await untilAllHave(prompt, trades);
    dropped = (await metric("slipway_streams_dropped_total")) - before;
    residentMax = Math.max(residentMax, await metric("process_resident_memory_bytes"));
  }
  for (const { socket } of [...slow, ...prompt]) socket.destroy();
  if (dropped !== SLOW) throw new Error(`${dropped} of ${SLOW} slow readers were disconnected`);
  return { dropped, trades, grewByMb: Math.round((residentMax - residentBefore) / 2 ** 20) };
}

try {
  // Warm-up: the first streams load code and buffers that later ones share.
  for (const { socket } of await openReaders(50, CLIENTS, true)) socket.destroy();
  const isAlone = async () => (await metric("slipway_streams_open")) === 0;
  await waitUntil(isAlone, { timeoutMs: 10_000 });
  const idleBytes = await metric("process_resident_memory_bytes");
  const readers = await openReaders(CLIENTS, 0, true);
  const openBytes = await metric("process_resident_memory_bytes");
  const arrivals = await measureArrival(readers);
  const busyBytes = await metric("process_resident_memory_bytes");
  for (const { socket } of readers) socket.destroy();
  await waitUntil(isAlone, { timeoutMs: 10_000 });
  const slow = await measureDropping(CLIENTS + 100);
  const sorted = (of: (one: (typeof arrivals)[number]) => number) =>
    arrivals.map(of).sort((a, b) => a - b);
  const at = (list: number[], part: number) =>
    Math.round(list[Math.floor(part * (list.length - 1))] ?? Number.NaN);
  const last = sorted((one) => one.last);
  const spread = sorted((one) => one.last - one.first);
  const perClient = (bytes: number) => Number(((bytes - idleBytes) / CLIENTS / 1_024).toFixed(1));
  const result = {
    clients: CLIENTS,
    blocks: arrivals.length,
    eventsPerBlock: EVENTS_PER_BLOCK,
    blockToLastClientMedianMs: at(last, 0.5),
    blockToLastClientMaxMs: at(last, 1),
    firstToLastClientMedianMs: at(spread, 0.5),
    firstToLastClientMaxMs: at(spread, 1),
    perClientOpenKb: perClient(openBytes),
    perClientBusyKb: perClient(busyBytes),
    slowReadersLetGo: slow.dropped,
    tradesThatTheOthersHad: slow.trades,
    memoryGrowthWhileSlowMb: slow.grewByMb,
  };
  console.table(result);
  console.log(JSON.stringify({ bench: "stream", ...result }));
} finally {
  await web.stop();
  await indexer.stop();
  await node.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
