import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { toHex } from "viem";
import { z } from "zod";
import { listen } from "@/lib/drivers/db/listen";
import { migrate } from "@/lib/drivers/db/migrate";
import { MARKET_CHANNEL } from "@/lib/features/market/store/channels";
import { CORE_TOPICS, MEMBER_TOPICS } from "@/lib/indexer/decode/decode-log";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { bundleIndexer, startIndexer } from "@/tests/indexer/support/start-indexer";
import { CopyRows } from "./support/copy-rows";
import { cpuSeconds } from "./support/cpu";
import { CORE, startSyntheticChain } from "./support/synthetic-chain";

/**
 * The indexer with its production settings, in its own process: events per second of a backfill,
 * compared with a bare loop of getLogs and COPY, and the delay between a live block and its
 * readable events, with occasional reorgs. `npx tsx bench/indexer.ts`.
 *
 * The bare loop runs in this process, which has started already. So the start of the indexer is
 * measured as well, by a second one that has nothing left to read, and the figures of the backfill
 * are given with and without it.
 *
 * The chain is synthetic, behind a JSON-RPC server of this process: a real node serves fewer events
 * per second than the indexer processes. Its logs are ABI-encoded launches, swaps and transfers
 * from a seeded generator.
 */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "200000" },
    live: { type: "string", default: "200" },
    seed: { type: "string", default: "7" },
  },
});
const EVENTS_PER_BLOCK = 50;
const BLOCK_MS = 100;
const REORG_EVERY_MS = 90_000;
const REORG_DEPTH = 7;
const BACKFILL_MS_MAX = 600_000;
const LIVE_SECONDS = Number(values.live);
const BLOCKS = Math.ceil(Number(values.events) / EVENTS_PER_BLOCK);

const dataDir = await mkdtemp(join(tmpdir(), "indexer-bench-"));
const postgres = await startPostgres({ dataDir, password: "bench" });
await migrate(postgres.url, "lib/drivers/db/migrations");
const { node, market, variables } = await startSyntheticChain({
  dataDir,
  tokens: 200,
  blocks: BLOCKS,
  blockMs: BLOCK_MS,
  eventsPerBlock: EVENTS_PER_BLOCK,
  seed: Number(values.seed),
});

/**
 * The logs that the indexer requests, stored raw: the minimum that any indexer of this chain does.
 */
async function backfillBare(): Promise<{ events: number; seconds: number }> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create table bare (block bigint, log_index integer, tx_hash text,
    address text, topics text, data text, primary key (block, log_index))`);
  const logs = z.array(
    z.object({
      address: z.string(),
      topics: z.array(z.string()),
      data: z.string(),
      blockNumber: z.string(),
      transactionHash: z.string(),
      logIndex: z.string(),
    }),
  );
  const span = 400;
  let events = 0;
  const startedAt = performance.now();
  for (let from = 1; from <= BLOCKS; from += span) {
    const range = { fromBlock: toHex(from), toBlock: toHex(Math.min(BLOCKS, from + span - 1)) };
    const addresses = Object.values(CORE);
    const filters = [
      { ...range, address: addresses, topics: [CORE_TOPICS] },
      { ...range, topics: [MEMBER_TOPICS] },
    ];
    const answers = await Promise.all(
      filters.map(async (one) => {
        const body = { jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [one] };
        const response = await fetch(node.url, { method: "POST", body: JSON.stringify(body) });
        return logs.parse(z.object({ result: z.unknown() }).parse(await response.json()).result);
      }),
    );
    const [ours = [], members = []] = answers;
    const rows = [...ours, ...members.filter((log) => !addresses.some((a) => a === log.address))];
    const text = rows.map((log) =>
      [
        Number(log.blockNumber),
        Number(log.logIndex),
        log.transactionHash,
        log.address,
        log.topics.join(),
        log.data,
      ].join("\t"),
    );
    const copy = new CopyRows("copy bare from stdin", `${text.join("\n")}\n`);
    client.query(copy);
    await copy.done;
    events += rows.length;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return { events, seconds };
}

const update = z.object({ block: z.number(), kind: z.string() });

/** Measures live blocks until their notification arrives, which readers wait for. */
async function measureLive(): Promise<{ lags: number[]; reorgs: number }> {
  const made = new Map<number, number>();
  const lags: number[] = [];
  const stop = new AbortController();
  let seen = node.head();
  let reorgs = 0;
  let isTakenBack = true;
  const listening = listen(
    postgres.url,
    MARKET_CHANNEL,
    (payload) => {
      if (payload === "") return;
      const { block, kind } = update.parse(JSON.parse(payload));
      if (kind === "rollback") {
        seen = block;
        isTakenBack = true;
      }
      // Notifications about the old fork that arrive late do not count.
      if (kind !== "blocks" || !isTakenBack) return;
      const now = performance.now();
      for (let number = seen + 1; number <= block; number += 1) {
        lags.push(now - (made.get(number) ?? now));
      }
      seen = Math.max(seen, block);
    },
    stop.signal,
  );
  const startedAt = performance.now();
  for (let tick = 1; tick * BLOCK_MS <= LIVE_SECONDS * 1_000; tick += 1) {
    await sleep(Math.max(0, startedAt + tick * BLOCK_MS - performance.now()));
    if ((tick * BLOCK_MS) % REORG_EVERY_MS === 0) {
      node.reorg(REORG_DEPTH);
      const now = performance.now();
      for (let i = 0; i < REORG_DEPTH; i += 1) made.set(node.head() - i, now);
      reorgs += 1;
      isTakenBack = false;
    }
    node.add(market.next());
    made.set(node.head(), performance.now());
  }
  for (let i = 0; i < 100 && seen < node.head(); i += 1) await sleep(50);
  if (seen < node.head()) throw new Error(`the indexer is at block ${seen} of ${node.head()}`);
  stop.abort();
  await listening;
  return { lags, reorgs };
}

/** Starts the indexer. @returns it, and how long it took to reach the head of the chain */
async function catchUp() {
  const startedAt = performance.now();
  const indexer = await startIndexer(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      ...variables,
      LOG_LEVEL: "warn",
    },
    BACKFILL_MS_MAX,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return { indexer, seconds, cpu: cpuSeconds(indexer.pid) ?? Number.NaN };
}

try {
  const bare = await backfillBare();
  await bundleIndexer();
  const databaseBefore = cpuSeconds(postgres.pid) ?? Number.NaN;
  const { indexer, seconds, cpu } = await catchUp();
  const microsPerEvent = (seconds: number) => Math.round((seconds * 1e6) / bare.events);
  const databaseMicros = microsPerEvent((cpuSeconds(postgres.pid) ?? Number.NaN) - databaseBefore);
  const live = LIVE_SECONDS > 0 ? await measureLive() : { lags: [0], reorgs: 0 };
  await indexer.stop();
  const start = await catchUp();
  await start.indexer.stop();
  live.lags.sort((a, b) => a - b);
  const lagAt = (part: number) =>
    Math.round(live.lags[Math.floor(part * (live.lags.length - 1))] ?? 0);
  const result = {
    events: bare.events,
    eventsPerSecond: Math.round(bare.events / seconds),
    barePerSecond: Math.round(bare.events / bare.seconds),
    ratio: Number((bare.seconds / seconds).toFixed(3)),
    startSeconds: Number(start.seconds.toFixed(2)),
    eventsPerSecondAfterStart: Math.round(bare.events / (seconds - start.seconds)),
    ratioAfterStart: Number((bare.seconds / (seconds - start.seconds)).toFixed(3)),
    indexerCpuMicrosPerEvent: microsPerEvent(cpu),
    indexerCpuMicrosPerEventAfterStart: microsPerEvent(cpu - start.cpu),
    databaseCpuMicrosPerEvent: databaseMicros,
    liveBlocks: live.lags.length,
    reorgs: live.reorgs,
    lagMedianMs: lagAt(0.5),
    lagP99Ms: lagAt(0.99),
    lagMaxMs: lagAt(1),
  };
  console.table(result);
  console.log(JSON.stringify({ bench: "indexer", ...result }));
} finally {
  await node.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
