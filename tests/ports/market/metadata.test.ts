import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pad, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { createIpfs } from "@/lib/drivers/ipfs/create-ipfs";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { createPollTimer } from "@/lib/indexer/polling/create-poll-timer";
import { resolveMetadata } from "@/lib/indexer/resolve-metadata";
import { createMarketDatasets } from "@/lib/indexer/store/create-market-datasets";
import { createLog } from "@/lib/log";
import { waitUntil } from "@/sandbox/process/wait-until";
import { startTestDatabase } from "../../setup/database/postgres";
import { startIpfsProviders } from "../../setup/ipfs/start-ipfs-providers";
import { listen } from "../../setup/servers/listen";

const CHAIN = 84_532;
const READ_MS_MAX = 300;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let providers: Awaited<ReturnType<typeof startIpfsProviders>>;
let dataDir: string;
let stop: AbortController;
let running: Promise<void>;
let launched = 0;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [database, providers] = await Promise.all([startTestDatabase(), startIpfsProviders()]);
  await database.db
    .insert(datasets)
    .values({ id: CHAIN, chainId: CHAIN, state: "live", version: 1 });
});
afterAll(async () => {
  await Promise.all([database.stop(), providers.stop()]);
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-metadata-"));
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await running;
  await Promise.all(stops.splice(0).map((end) => end()));
  await rm(dataDir, { recursive: true });
});

/** A test server; returns its URL and the requests that it received. */
async function serve(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  const { origin } = await listen(server);
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: origin, requests };
}

/** Runs with a clock that advances an hour per read, so that every retry is due. */
function resolve(gatewayUrl: string): void {
  let now = Date.now();
  const pollTimer = createPollTimer();
  const ctx = {
    log: createLog({ LOG_LEVEL: "silent" }, "test"),
    clock: {
      now() {
        now += 3_600_000;
        pollTimer.notify();
        return new Date(now);
      },
    },
    datasets: createMarketDatasets(database.db, CHAIN, "live"),
    ipfs: createIpfs({ dataDir, gatewayUrl, storage: createStorage({ dataDir, s3: null }) }),
  };
  running = resolveMetadata(ctx, { signal: stop.signal, pollTimer, readMsMax: READ_MS_MAX });
}

async function launch(tokenUri: string, metadataAttempts = 0): Promise<void> {
  launched += 1;
  const number = launched;
  await insertRows(database.db, tokens, [
    {
      datasetId: CHAIN,
      address: pad(toHex(number), { size: 20 }),
      poolId: pad(toHex(number), { size: 32 }),
      name: "Token",
      symbol: "T",
      tokenUri,
      creator: pad("0x01", { size: 20 }),
      owner: pad("0x01", { size: 20 }),
      managerKind: "none",
      launcher: pad("0x01", { size: 20 }),
      launchId: pad(toHex(number), { size: 32 }),
      createdAt: number,
      createdBlock: number,
      createdLogIndex: 0,
      startTime: 0,
      supplyWei: 1n,
      sqrtPriceX96: 1n,
      tick: 0,
      marketCapWei: 1n,
      startingMarketCapWei: 1n,
      metadataState: "pending",
      metadataAttempts,
    },
  ]);
}

async function find(tokenUri: string) {
  const [row] = await database.db.select().from(tokens).where(eq(tokens.tokenUri, tokenUri));
  if (row === undefined) throw new Error("no such token");
  return row;
}
type Row = Awaited<ReturnType<typeof find>>;

async function until(tokenUri: string, isThere: (row: Row) => boolean): Promise<Row> {
  const row = await waitUntil(
    async () => {
      const now = await find(tokenUri);
      return isThere(now) ? now : null;
    },
    { timeoutMs: 15_000, everyMs: 10 },
  );
  if (row === null) throw new Error(`${tokenUri} is ${JSON.stringify(await find(tokenUri))}`);
  return row;
}

const document = (description: string) => Buffer.from(JSON.stringify({ description }));
const uriOf = (file: Buffer) => `ipfs://${providers.keep(file)}`;

describe("token metadata", () => {
  it("is requested again after failures until it is available", async () => {
    const uri = uriOf(document("late"));
    let failures = 3;
    const gateway = await serve((request, response) => {
      failures -= 1;
      if (failures >= 0) return response.writeHead(503).end();
      const target = new URL(`/gateway${request.url}`, providers.gatewayUrl);
      fetch(target).then(async (answer) => {
        response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await launch(uri);
    resolve(gateway.url);
    const row = await until(uri, ({ metadataState }) => metadataState === "resolved");
    expect(row).toMatchObject({ description: "late", metadataAttempts: 3 });
    expect(gateway.requests).toHaveLength(4);
  });

  it("is abandoned after 24 tries", async () => {
    const gateway = await serve((_, response) => response.writeHead(500).end());
    const uri = uriOf(document("never"));
    await launch(uri, 20);
    resolve(gateway.url);
    const row = await until(uri, ({ metadataState }) => metadataState === "failed");
    expect(row.metadataAttempts).toBe(24);
    expect(gateway.requests).toHaveLength(4);
  });

  it("over 64 KiB is rejected permanently", async () => {
    const [fits, long] = [65_536, 65_537].map((size) => {
      const padding = size - document("").length;
      return uriOf(document("x".repeat(padding)));
    });
    await launch(fits ?? "");
    await launch(long ?? "");
    resolve(providers.gatewayUrl);
    await until(fits ?? "", ({ metadataState }) => metadataState === "resolved");
    const row = await until(long ?? "", ({ metadataState }) => metadataState === "failed");
    expect(row).toMatchObject({ metadataAttempts: 1, description: null });
  });

  it("that times out does not delay other tokens", async () => {
    const slow = uriOf(document("slow"));
    const quick = uriOf(document("quick"));
    const gateway = await serve((request, response) => {
      // The first request is started and never ends.
      if (request.url?.includes(slow.slice(7))) return response.writeHead(200).write("{");
      fetch(new URL(`/gateway${request.url}`, providers.gatewayUrl)).then(async (answer) => {
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
    await launch(slow);
    await launch(quick);
    resolve(gateway.url);
    await until(quick, ({ metadataState }) => metadataState === "resolved");
    const row = await until(slow, ({ metadataAttempts }) => metadataAttempts >= 2);
    expect(row.metadataState).toBe("pending");
  });

  it.each([301, 302, 303, 307, 308])(
    "is not loaded through a gateway redirect with %i",
    async (status) => {
      const inside = await serve((_, response) => response.end("secret"));
      const gateway = await serve((_, response) =>
        response.writeHead(status, { location: `${inside.url}/latest/meta-data` }).end(),
      );
      const uri = uriOf(document(`redirected ${status}`));
      await launch(uri);
      resolve(gateway.url);
      await until(uri, ({ metadataAttempts }) => metadataAttempts >= 2);
      expect(gateway.requests.length).toBeGreaterThan(0);
      expect(inside.requests).toEqual([]);
    },
  );

  it("is accepted only when its hash matches the token's CID", async () => {
    const uri = uriOf(document("true"));
    const gateway = await serve((_, response) => response.end(document("another")));
    await launch(uri);
    resolve(gateway.url);
    const row = await until(uri, ({ metadataAttempts }) => metadataAttempts >= 1);
    expect(row).toMatchObject({ metadataState: "pending", description: null });
  });

  it("is never requested from a URL that a token names", async () => {
    const inside = await serve((_, response) => response.end(document("inside")));
    const gateway = await serve((_, response) => response.writeHead(404).end());
    const port = new URL(inside.url).port;
    const uris = [
      `${inside.url}/token.json`,
      // Anyone can point this name to any address at any time.
      `http://rebind.example.test:${port}/token.json`,
      `ipfs://${inside.url.slice(7)}/token.json`,
      `ipfs://127.0.0.1:${port}`,
      "file:///etc/passwd",
      "data:application/json,{}",
    ];
    for (const uri of uris) await launch(uri);
    resolve(gateway.url);
    for (const uri of uris) {
      const row = await until(uri, ({ metadataState }) => metadataState === "failed");
      expect(row.metadataAttempts).toBe(1);
    }
    expect(inside.requests).toEqual([]);
    // Other tokens' documents may still be requested; only theirs are valid CIDs.
    expect(gateway.requests.filter((path) => !/^\/ipfs\/Qm\w{44}\?/.test(path))).toEqual([]);
  });
});
