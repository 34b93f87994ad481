import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { streamMarket as streamFromService } from "@slipway-launchpad/client";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { getAddress } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createDatabase,
  createReadingDatabase,
  type Database,
} from "@/lib/drivers/db/create-database";
import { createLimiter } from "@/lib/drivers/limits/limiter";
import { readEnv } from "@/lib/env";
import { MARKET_CHANNEL } from "@/lib/features/market/store/channels";
import { createMarket } from "@/lib/features/market/store/create-market";
import { createMarketUpdates } from "@/lib/features/market/store/create-market-updates";
import { type BlockList, EMPTY_BLOCK_LIST } from "@/lib/features/moderation/rules/block-list";
import {
  createModerationView,
  type ModerationView,
} from "@/lib/features/moderation/store/create-moderation-view";
import { HIDDEN_NAME } from "@/lib/features/share/rules/share-title";
import { createMarketFeeds } from "@/lib/features/stream/create-market-feeds";
import {
  createStreamPositions,
  type StreamPositions,
} from "@/lib/features/stream/create-stream-positions";
import { openStream } from "@/lib/features/stream/open-stream";
import { streamMarket } from "@/lib/features/stream/operations";
import type { StreamEvent } from "@/lib/features/stream/schema";
import { eventStream } from "@/lib/http/bind";
import { createEventStreams, type EventStreams } from "@/lib/http/event-streams";
import { freePort } from "@/sandbox/process/free-port";
import { createLatch } from "../../setup/create-latch";
import { startMigrated } from "../../setup/database/migrated-cluster";
import { addressOf, createMarketWriter } from "../../setup/database/write-market";
import { startFreezingProxy } from "../../setup/servers/freezing-proxy";
import { listen } from "../../setup/servers/listen";
import { createTestPipeline } from "../support/open-pipeline";

const TOKEN_IMAGE = "bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";
const OTHER_IMAGE = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
const TOKEN = addressOf(100);
const OTHER = addressOf(101);
const WAIT = { timeout: 30_000, interval: 20 };

let dataDir: string;
let port: number;
let url: string;
let db: Database;
let stopDatabase: () => Promise<void>;
let writer: ReturnType<typeof createMarketWriter>;
let streams: EventStreams;
let server: Server;
let baseUrl: string;
let stopListening: () => Promise<void>;
let positions: StreamPositions;
let decisions: ModerationView;
let blockList: BlockList;
/** Chains whose cached responses were dropped, each with its position before. */
let invalidated: [chain: string, position: string | undefined][];
let readers: { stop(): void }[] = [];

async function startDatabase(): Promise<void> {
  const postgres = await startMigrated({ dataDir, preferredPort: port });
  url = postgres.url;
  stopDatabase = () => postgres.stop();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "market-stream-"));
  port = await freePort();
  await startDatabase();
  db = createDatabase({ url, connectionsMax: 10, onError: () => undefined });
});
afterAll(async () => {
  await db.$client.end();
  await stopDatabase();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  // Not `truncate`: it could wait for a feed of the last test that waits for it.
  for (const table of ["datasets", "checkpoints", "blocks", "launches", "swaps", "tokens"]) {
    await db.execute(`delete from market.${table}`);
  }
  writer = createMarketWriter(db, 8453);
  await writer.write(1, [{}, {}, {}]);
  await serve({});
});
afterEach(async () => {
  for (const reader of readers) reader.stop();
  readers = [];
  await stopServing();
});

async function serve(
  limits: Partial<
    Pick<
      Parameters<typeof createEventStreams>[0],
      "clientsMax" | "clientsPerAddressMax" | "bufferedBytesMax" | "aliveEveryMs"
    >
  >,
  marketDb = db,
  /** When a client that resumes has read what it was sent. */
  pace: () => Promise<void> = async () => undefined,
): Promise<void> {
  const env = readEnv({ RATE_LIMIT_DATA_PER_MINUTE: "1000000" });
  const log = pino({ level: "silent" });
  const limiter = createLimiter({ store: { redisUrl: "redis://127.0.0.1:9" } });
  const marketUpdates = createMarketUpdates(url);
  const clock = { now: () => new Date() };
  blockList = EMPTY_BLOCK_LIST;
  decisions = createModerationView({ db, databaseUrl: url, readList: async () => blockList });
  const ctx = {
    env,
    clock,
    log,
    limiter,
    market: createMarket(marketDb),
    marketUpdates,
    decisions,
  };
  const feeds = createMarketFeeds(ctx);
  // Of these positions only: a read of the service before may end later.
  const dropped: typeof invalidated = [];
  const current = createStreamPositions(ctx, (chain) =>
    dropped.push([chain, current.now()[chain]]),
  );
  invalidated = dropped;
  positions = current;
  streams = createEventStreams({
    operation: streamMarket,
    open: (input, sink) => {
      const isResumed = input.query.lastEventId !== undefined;
      const ready = () => (isResumed ? pace().then(sink.ready) : sink.ready());
      return openStream({ ctx, feeds, input, sink: { ...sink, ready } });
    },
    clientsMax: 100,
    clientsPerAddressMax: 100,
    ...limits,
  });
  const listening = new AbortController();
  const listened = marketUpdates.run(listening.signal);
  stopListening = () => {
    listening.abort();
    return listened;
  };
  const pipeline = createTestPipeline({
    parts: { env, log, limiter },
    streams,
    endpoints: [eventStream(streamMarket)],
    next: (_request, response) => response.writeHead(404).end(),
  });
  server = createServer(pipeline);
  baseUrl = (await listen(server)).origin;
}

async function stopServing(): Promise<void> {
  const stopped = stopListening();
  streams.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  // Until then it receives what the next test writes.
  await stopped;
}

/** Reads a stream like the client and records its events. */
function read(options: { token?: string; lastEventId?: string; figures?: boolean } = {}) {
  const events: StreamEvent[] = [];
  const abort = new AbortController();
  const reader = {
    events,
    names: () => events.map(({ event }) => event),
    ids: () => events.flatMap(({ event, data }) => ("id" in data ? [`${event} ${data.id}`] : [])),
    lastId: () => events.at(-1)?.id ?? "",
    stop: () => abort.abort(),
    until: (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true), WAIT),
  };
  const run = async () => {
    const signal = abort.signal;
    for await (const event of streamFromService("base", { ...options, baseUrl, signal })) {
      events.push(event);
    }
  };
  run().catch(() => undefined);
  readers.push(reader);
  return reader;
}

async function readFromNow(options: { token?: string; figures?: boolean } = {}) {
  const reader = read(options);
  await reader.until(() => reader.events.length === 1);
  expect(reader.events[0]).toMatchObject({ event: "ready", data: { block: 3 } });
  return reader;
}

describe("market stream", () => {
  it("starts with its position, then sends launches and trades in chain order", async () => {
    const reader = await readFromNow();
    await writer.write(4, [{ launches: [TOKEN], trades: [TOKEN] }, { trades: [TOKEN, TOKEN] }]);
    await reader.until(() => reader.events.length === 5);
    expect(reader.ids()).toEqual(["launch 4-0", "trade 4-1000", "trade 5-1000", "trade 5-1001"]);
    expect(reader.events[2]?.data).toMatchObject({
      tokenAddress: getAddress(TOKEN),
      type: "buy",
      amountETH: "0.0101",
      amountToken: "1000000",
      feeETH: "0.0001",
    });
  });

  it("filters by token in any letter case", async () => {
    const reader = await readFromNow({ token: TOKEN.toUpperCase().replace("0X", "0x") });
    await writer.write(4, [{ launches: [OTHER, TOKEN], trades: [OTHER, TOKEN, OTHER] }]);
    await writer.write(5, [{ trades: [OTHER] }, { trades: [TOKEN] }]);
    await reader.until(() => reader.events.length === 4);
    expect(reader.ids()).toEqual(["launch 4-1", "trade 4-1001", "trade 6-1000"]);
  });

  it("sends a token's figures after its trades, and its metadata, to subscribers", async () => {
    await writer.list(TOKEN, { marketCapWei: 2n * 10n ** 18n, image: null });
    await writer.list(OTHER, { marketCapWei: 3n * 10n ** 18n, image: OTHER_IMAGE });
    const plain = await readFromNow();
    const all = await readFromNow({ figures: true });
    const one = await readFromNow({ figures: true, token: TOKEN });
    await writer.write(4, [{ trades: [TOKEN, OTHER, TOKEN] }]);
    const figures = (reader: ReturnType<typeof read>) =>
      reader.events.flatMap(({ event, data }) => (event === "token" ? [data] : []));
    await all.until(() => figures(all).length === 2);
    expect(figures(all)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          tokenAddress: getAddress(TOKEN),
          marketCapETH: "2",
          image: null,
        }),
        expect.objectContaining({
          tokenAddress: getAddress(OTHER),
          marketCapETH: "3",
          image: expect.stringContaining(`/ipfs/${OTHER_IMAGE}`),
        }),
      ]),
    );
    // They do not advance the position: the id is still that of the last trade.
    expect(all.events.at(-1)).toMatchObject({ event: "token", id: all.events.at(3)?.id });
    await writer.describe(TOKEN, TOKEN_IMAGE);
    await one.until(() => figures(one).length === 2);
    expect(figures(one).map(({ image }) => image)).toEqual([
      null,
      expect.stringContaining(`/ipfs/${TOKEN_IMAGE}`),
    ]);
    const later = read({ figures: true, lastEventId: "3-end" });
    await later.until(() => figures(later).length === 2);
    expect(plain.names()).toEqual(["ready", "trade", "trade", "trade"]);
    expect(one.names()).toEqual(["ready", "trade", "trade", "token", "token"]);
  });

  it("sends each hiding of a token, also when it was restored while nobody listened", async () => {
    await writer.list(TOKEN, { marketCapWei: 10n ** 18n, image: null });
    await decisions.refresh();
    const hide = async (tokens: BlockList["tokens"]) => {
      blockList = { ...EMPTY_BLOCK_LIST, tokens };
      await decisions.refresh();
    };
    const isRemoved = ({ event, data }: StreamEvent) =>
      event === "token" && data.name === HIDDEN_NAME;
    const first = await readFromNow({ figures: true });
    await hide([{ chainId: 8453, address: TOKEN }]);
    await first.until(() => first.events.some(isRemoved));
    first.stop();
    const connections = () => new Promise((resolve) => server.getConnections((_, n) => resolve(n)));
    await vi.waitFor(async () => expect(await connections()).toBe(0), WAIT);
    await hide([]);
    const second = await readFromNow({ figures: true });
    await hide([{ chainId: 8453, address: TOKEN }]);
    await second.until(() => second.events.some(isRemoved));
  });

  it("resumes after the last event without gaps or repeats", async () => {
    const first = await readFromNow();
    await writer.write(4, [{ trades: [TOKEN, TOKEN] }]);
    await first.until(() => first.events.length === 3);
    const [, one] = first.events;
    first.stop();
    await writer.write(5, [{ trades: [TOKEN] }, {}, { launches: [OTHER] }]);
    const second = read({ lastEventId: one?.id ?? "" });
    await second.until(() => second.events.length === 3);
    await writer.write(8, [{ trades: [TOKEN] }]);
    await second.until(() => second.events.length === 4);
    expect(second.ids()).toEqual(["trade 4-1001", "trade 5-1000", "launch 7-0", "trade 8-1000"]);
  });

  it("delivers each event once to each of many subscribers, whenever they connect", async () => {
    const many = [];
    for (let block = 4; block < 24; block += 1) {
      many.push(read({ lastEventId: "3-end" }));
      await writer.write(block, [{ trades: [TOKEN, OTHER] }]);
    }
    const wanted = Array.from({ length: 20 }, (_, i) => [
      `trade ${i + 4}-1000`,
      `trade ${i + 4}-1001`,
    ]);
    for (const reader of many) {
      await reader.until(() => reader.events.length >= 40);
      expect(reader.ids()).toEqual(wanted.flat());
    }
  });

  it("sends reverted events after a reorg, then their replacements", async () => {
    const reader = await readFromNow();
    await writer.write(4, [{ trades: [TOKEN] }]);
    await writer.write(5, [{ trades: [TOKEN] }]);
    await reader.until(() => reader.events.length === 3);
    await writer.rollBack(4, "second");
    await writer.write(5, [{ launches: [OTHER] }, { trades: [OTHER] }]);
    await reader.until(() => reader.ids().length === 4);
    expect(reader.names()).toEqual(["ready", "trade", "trade", "reorg", "launch", "trade"]);
    expect(reader.events[3]?.data).toEqual({ block: 4 });
    expect(reader.ids().slice(2)).toEqual(["launch 5-0", "trade 6-1000"]);
  });

  it.each([
    ["a reorg that took the last event back", 4, "reorg"],
    ["a chain that is shorter now", 3, "reorg"],
  ])("resets a subscriber that reconnects after %s", async (_, to, reason) => {
    const first = await readFromNow();
    await writer.write(4, [{}, { trades: [TOKEN] }]);
    await first.until(() => first.events.length === 2);
    first.stop();
    await writer.rollBack(to, "second");
    if (to === 4) await writer.write(5, [{ trades: [TOKEN] }]);
    const second = read({ lastEventId: first.lastId() });
    await second.until(() => second.events.length === 1);
    const block = to === 4 ? 5 : 3;
    expect(second.events[0]).toMatchObject({ event: "reset", data: { reason, block } });
  });

  it("has a position for pages from the start, which moves with every block and reorg", async () => {
    const position = () => positions.now().base ?? "";
    const until = (start: string) =>
      vi.waitFor(() => expect(position().startsWith(start)).toBe(true), WAIT);
    await until("3-end-");
    await writer.write(4, [{ trades: [TOKEN] }, { launches: [OTHER] }]);
    await until("5-end-");
    const before = position();
    await writer.rollBack(4, "second");
    await until("4-end-");
    const page = read({ lastEventId: position() });
    const late = read({ lastEventId: before });
    await writer.write(5, [{ trades: [OTHER] }]);
    await page.until(() => page.events.length === 1);
    expect(page.ids()).toEqual(["trade 5-1000"]);
    await late.until(() => late.events.length >= 1);
    expect(late.events[0]).toMatchObject({ event: "reset", data: { reason: "reorg" } });
    // As an indexer of the previous release notifies.
    const payload = JSON.stringify({ chainId: 8453, block: 6, kind: "blocks" });
    await db.execute(sql`select pg_notify(${MARKET_CHANNEL}, ${payload})`);
    await vi.waitFor(() => expect(positions.now().base).toBeUndefined(), WAIT);
  });

  it("drops cached responses before a page can take a newer position", async () => {
    await vi.waitFor(() => expect(positions.now().base).toBeDefined(), WAIT);
    // Read after the connect: what was cached in between may be older.
    expect(invalidated).toEqual([["base", undefined]]);
    await writer.list(TOKEN, { marketCapWei: 1n, image: null });
    await writer.describe(TOKEN, TOKEN_IMAGE);
    await vi.waitFor(() => expect(invalidated).toHaveLength(2), WAIT);
    // Metadata is in no block.
    expect(positions.now().base).toBe(invalidated[1]?.[1]);
  });

  it("resumes over a reorg that did not reach the last event", async () => {
    const first = await readFromNow();
    await writer.write(4, [{ trades: [TOKEN] }]);
    await first.until(() => first.events.length === 2);
    first.stop();
    await writer.write(5, [{ trades: [TOKEN] }]);
    await writer.rollBack(4, "second");
    await writer.write(5, [{ launches: [OTHER] }]);
    const second = read({ lastEventId: first.lastId() });
    await second.until(() => second.events.length === 1);
    expect(second.ids()).toEqual(["launch 5-0"]);
  });

  it("resets a subscriber whose last event is too old, too far back or unknown", async () => {
    const trades = Array.from({ length: 1_001 }, () => TOKEN);
    await writer.write(4, [{ trades }, { trades }]);
    const far = read({ lastEventId: "3-end" });
    const unknown = read({ lastEventId: "never seen" });
    await far.until(() => far.events.length === 1);
    await unknown.until(() => unknown.events.length === 1);
    await writer.forgetBlocks(3);
    const old = read({ lastEventId: "3-end" });
    await old.until(() => old.events.length === 1);
    for (const [reader, reason] of [
      [far, "too_old"],
      [unknown, "unknown_id"],
      [old, "too_old"],
    ] as const) {
      expect(reader.events[0]).toMatchObject({ event: "reset", data: { reason, block: 5 } });
    }
  });

  it("resumes after a database restart with the events in between", async () => {
    const reader = await readFromNow();
    await stopDatabase();
    await startDatabase();
    await vi.waitFor(() => writer.write(4, [{ trades: [TOKEN] }]), WAIT);
    await writer.write(5, [{ trades: [TOKEN] }]);
    await reader.until(() => reader.ids().length === 2);
    expect(reader.names()).toEqual(["ready", "trade", "trade"]);
  });

  it("disconnects a slow subscriber; the others receive everything", async () => {
    await stopServing();
    await serve({ bufferedBytesMax: 16 * 1024 });
    const { port: to } = new URL(baseUrl);
    const slow = connect(Number(to), "127.0.0.1");
    slow.on("error", () => undefined);
    slow.pause();
    slow.write("GET /v1/base/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await vi.waitFor(() => expect(streams.count()).toBe(1), WAIT);
    const reader = await readFromNow();
    let block = 4;
    const trades = Array.from({ length: 500 }, () => TOKEN);
    // The socket buffers hold a good part before anything queues in this process.
    while (streams.dropped() === 0 && block < 300) {
      await writer.write(block, [{ trades }]);
      const wanted = (block - 3) * 500 + 1;
      await reader.until(() => reader.events.length === wanted);
      block += 1;
    }
    expect(streams.dropped()).toBe(1);
    expect(streams.count()).toBe(1);
    slow.destroy();
    expect(new Set(reader.ids()).size).toBe((block - 4) * 500);
  });

  describe("to a client that reads slowly", () => {
    const trades = Array.from({ length: 475 }, () => TOKEN);

    /** Writes a long history, and opens its replay for a client that waits for `letRead`. */
    async function startReplay() {
      const first = await readFromNow();
      for (const block of [4, 5, 6, 7]) await writer.write(block, [{ trades }]);
      await first.until(() => first.ids().length === 4 * trades.length);
      await stopServing();
      const reading = createLatch();
      await serve({}, db, () => reading.opened);
      const slow = read({ lastEventId: first.events[0]?.id ?? "" });
      await slow.until(() => slow.events.length > 0);
      const fast = read();
      await fast.until(() => fast.names().includes("ready"));
      return { slow, fast, earlier: first.ids(), letRead: reading.open };
    }

    it("sends a replay at its pace, followed by what happened meanwhile", async () => {
      const { slow, fast, earlier, letRead } = await startReplay();
      for (const block of [8, 9, 10]) await writer.write(block, [{ trades: [TOKEN] }]);
      await fast.until(() => fast.ids().length === 3);
      expect(slow.ids().length).toBeLessThan(earlier.length / 2);
      letRead();
      await slow.until(() => slow.ids().length === earlier.length + 3);
      expect(slow.ids()).toEqual([...earlier, ...fast.ids()]);
      expect(streams.dropped()).toBe(0);
    });

    it("keeps at most 2,000 events for it", async () => {
      const { fast, letRead } = await startReplay();
      for (const block of [8, 9, 10, 11, 12]) await writer.write(block, [{ trades }]);
      await fast.until(() => fast.ids().length === 5 * trades.length);
      letRead();
      await vi.waitFor(() => expect(streams.dropped()).toBe(1), WAIT);
    });
  });

  it("limits streams per address and in total", async () => {
    await stopServing();
    await serve({ clientsPerAddressMax: 1 });
    await readFromNow();
    const tooMany = await fetch(`${baseUrl}/v1/base/stream`);
    expect(tooMany.status).toBe(429);
    expect(tooMany.headers.get("retry-after")).toBe("5");
    expect(await tooMany.json()).toMatchObject({ code: "rate_limited" });
    readers[0]?.stop();
    await vi.waitFor(() => expect(streams.count()).toBe(0), WAIT);
    await readFromNow();
    await stopServing();
    await serve({ clientsMax: 0 });
    const full = await fetch(`${baseUrl}/v1/base/stream`);
    expect(full.status).toBe(503);
    expect(full.headers.get("retry-after")).toBe("5");
  });

  it("answers 503 soon while the database hangs, also to clients that join the read of others", async () => {
    const proxy = await startFreezingProxy(url);
    const options = { url: proxy.url, connectionsMax: 4, onError: () => undefined };
    const suspended = createReadingDatabase(options);
    await suspended.execute("select 1");
    await stopServing();
    await serve({}, suspended);
    proxy.freeze();
    const began = performance.now();
    const statusOf = async (query: string) =>
      (await fetch(`${baseUrl}/v1/base/stream${query}`)).status;
    expect(await Promise.all(["", "", `?token=${TOKEN}`].map(statusOf))).toEqual([503, 503, 503]);
    // A request gives up after 5 s, background work after 31 s.
    expect(performance.now() - began).toBeLessThan(15_000);
    proxy.thaw();
    await readFromNow();
    await stopServing();
    await serve({});
    await suspended.$client.end();
    await proxy.stop();
  });

  it.each([
    ["/v1/robinhood/stream", 400],
    ["/v1/8453/stream", 400],
    ["/v1/base/stream?token=0x12", 400],
    ["/v1/base-sepolia/stream", 503],
    ["/v1/base/streams", 404],
  ])("%s returns %i before it streams", async (path, status) => {
    expect((await fetch(`${baseUrl}${path}`)).status).toBe(status);
    expect(streams.count()).toBe(0);
  });

  it("sends keep-alives, advances the event id, and closes streams on shutdown", async () => {
    await stopServing();
    await serve({ aliveEveryMs: 20 });
    const response = await fetch(`${baseUrl}/v1/base/stream`);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    let text = "";
    const done = response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(part) {
          text += part;
        },
      }),
    );
    await vi.waitFor(() => expect(text).toMatch(/: alive\nid: 3-end-[0-9a-f]{8}\n\n/), WAIT);
    await writer.write(4, [{}]);
    await vi.waitFor(() => expect(text).toContain("id: 4-end-"), WAIT);
    streams.close();
    await done;
    expect(text).toMatch(/retry: \d{4}\n\n$/);
    expect(text.startsWith("retry: 2000\n\nid: 3-end-")).toBe(true);
  });

  it("answers HEAD without opening a stream", async () => {
    const response = await fetch(`${baseUrl}/v1/base/stream`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(streams.count()).toBe(0);
  });
});
