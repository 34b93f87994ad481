import {
  type Address,
  BaseError,
  createClient,
  type Hex,
  HttpRequestError,
  http,
  RpcRequestError,
  toHex,
} from "viem";
import { z } from "zod";
import { slicesOf } from "@/lib/shared/slices-of";
import { createFailover } from "@/lib/support/calls/create-failover";
import { type ChainGuard, createChainGuard } from "../chain-guard";
import { BatchShapeError, createBatchSender } from "../create-batch-sender";
import { decodeRevert } from "../decode-revert";
import {
  parseLog,
  parseTransaction,
  type RpcHeader,
  type RpcLog,
  type RpcTransaction,
  rpcHeader,
} from "../rpc-shapes";

/** Logs whose first topic is one of `topics`. `addresses: null` matches any address. */
export type LogFilter = { addresses: readonly Address[] | null; topics: readonly Hex[] };

const list = z.array(z.unknown());
const parseLogs = (value: unknown): RpcLog[] => list.parse(value).map(parseLog);
const receipts = z.array(z.object({ logs: list }));
const returned = z.string().refine((value): value is Hex => /^0x[0-9a-fA-F]*$/.test(value));
const TIMEOUT_MS = 15_000;
/**
 * More than one block can hold: a byte of log data costs 8 gas and has two hex digits, so a block of
 * 400 million gas has about 100 MB. viem's limit of 10 MB would stop the index at a block above it.
 */
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024;
/** Calls per batch. When a provider rejects a batch size, the next one is tried. */
const BATCH_SIZES = [200, 50, 10, 3, 1] as const;

/**
 * Reads a chain over JSON-RPC and batches concurrent calls, in smaller batches for providers that
 * limit them. After a failure the next URL is used, and later the first one again. Each URL must serve
 * the right chain.
 * @param options.guard checks the chain of each URL; by default its chain id
 */
export function createChainReader(options: {
  chainId: number;
  rpcUrls: readonly string[];
  guard?: ChainGuard;
}) {
  const guard = options.guard ?? createChainGuard(options);
  const endpoints = options.rpcUrls.map((url) => ({
    url,
    tier: 0,
    client: connect(url, 0),
    sendBatch: createBatchSender(url, {
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
    }),
  }));
  type Endpoint = (typeof endpoints)[number];
  /** URLs that have responded since the last `confirm`. */
  const used = new Set<number>();
  const failover = createFailover(endpoints.length);

  async function request<T>(send: (endpoint: Endpoint) => Promise<T>): Promise<T> {
    const index = failover.current();
    const endpoint = endpoints[index];
    if (endpoint === undefined) throw new Error("no RPC address is configured");
    const { tier } = endpoint;
    try {
      await guard.check(index);
      used.add(index);
      return await send(endpoint);
    } catch (error) {
      // A contract that reverts does so on every node.
      if (decodeRevert(error) !== null) throw error;
      guard.suspect(index);
      failover.failed(index);
      if (endpoint.tier === tier && tier + 1 < BATCH_SIZES.length && refusesBatch(error)) {
        endpoint.tier += 1;
        endpoint.client = connect(endpoint.url, endpoint.tier);
      }
      throw error;
    }
  }

  const requestRpc = (method: string, params: unknown[]): Promise<unknown> =>
    request(({ client }) =>
      client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
        method,
        params,
      }),
    );

  /** Results of many calls of one method, without the overhead of a request object for each. */
  const requestAll = (method: string, calls: readonly unknown[][]): Promise<unknown[]> =>
    request(async ({ tier, sendBatch }) => {
      const batches = slicesOf(calls, sizeOf(tier)).map((part) => sendBatch(method, part));
      return (await Promise.all(batches)).flat();
    });

  const filterParams = (filter: LogFilter) => ({
    ...(filter.addresses === null ? {} : { address: filter.addresses }),
    topics: [filter.topics],
  });

  return {
    /**
     * Checks again that the nodes which responded since the last call serve the right chain: a node
     * may have changed its chain since it was checked. Call it before storing a decision that the
     * hashes of the blocks do not prove.
     * @throws ForeignChainError, and errors of the node
     */
    async confirm(): Promise<void> {
      const indexes = [...used];
      used.clear();
      await Promise.all(
        indexes.map(async (index) => {
          try {
            await guard.confirm(index);
          } catch (error) {
            guard.suspect(index);
            failover.failed(index);
            throw error;
          }
        }),
      );
    },
    /**
     * Uses the next URL, as after a failure: call it when a node responds but lags.
     * @returns whether there is another URL
     */
    switchUrl(): boolean {
      failover.failed(failover.current());
      return endpoints.length > 1;
    },
    head: async (): Promise<RpcHeader> =>
      rpcHeader.parse(await requestRpc("eth_getBlockByNumber", ["latest", false])),
    /** Headers by number; null for a block that the node does not have. */
    async headers(numbers: readonly number[]): Promise<(RpcHeader | null)[]> {
      const calls = numbers.map((number) => [toHex(number), false]);
      const found = await requestAll("eth_getBlockByNumber", calls);
      return found.map((header) => rpcHeader.nullable().parse(header));
    },
    logsOfRange: async ({
      from,
      to,
      filter,
    }: {
      from: number;
      to: number;
      filter: LogFilter;
    }): Promise<RpcLog[]> =>
      parseLogs(
        await requestRpc("eth_getLogs", [
          { fromBlock: toHex(from), toBlock: toHex(to), ...filterParams(filter) },
        ]),
      ),
    /**
     * Logs of these blocks by hash. A node that lacks a block returns an error instead of omitting
     * its logs.
     */
    logsOfBlocks: async ({
      hashes,
      filter,
    }: {
      hashes: readonly Hex[];
      filter: LogFilter;
    }): Promise<RpcLog[]> => {
      const answers = await Promise.all(
        hashes.map(async (blockHash) =>
          parseLogs(await requestRpc("eth_getLogs", [{ blockHash, ...filterParams(filter) }])),
        ),
      );
      return answers.flat();
    },
    /**
     * All logs of a block, from its receipts; null if the node does not have it. Providers limit the logs
     * of `eth_getLogs`, and not those of a block's receipts.
     * @param block its hash or number
     */
    async logsOfReceipts(block: Hex | number): Promise<RpcLog[] | null> {
      const id = typeof block === "number" ? toHex(block) : block;
      const found = receipts.nullable().parse(await requestRpc("eth_getBlockReceipts", [id]));
      return found?.flatMap(({ logs }) => parseLogs(logs)) ?? null;
    },
    /** Transactions by hash; null for one that the node does not have. */
    async transactions(hashes: readonly Hex[]): Promise<(RpcTransaction | null)[]> {
      const calls = hashes.map((hash) => [hash]);
      return (await requestAll("eth_getTransactionByHash", calls)).map(parseTransaction);
    },
    /** `eth_call` at the newest block; throws when it reverts. */
    call: async (request: { to: Address; data: Hex }): Promise<Hex> =>
      returned.parse(await requestRpc("eth_call", [request, "latest"])),
    /** As `call`, but null when it reverts. @throws when the node does not respond */
    async callOrNull(request: { to: Address; data: Hex }): Promise<Hex | null> {
      try {
        return returned.parse(await requestRpc("eth_call", [request, "latest"]));
      } catch (error) {
        if (decodeRevert(error) === null) throw error;
        return null;
      }
    },
  };
}

export type ChainReader = ReturnType<typeof createChainReader>;

const sizeOf = (tier: number): number => BATCH_SIZES[tier] ?? 1;

function connect(url: string, tier: number) {
  const batch = { batchSize: sizeOf(tier), wait: 0 };
  return createClient({
    transport: http(url, {
      batch,
      timeout: TIMEOUT_MS,
      retryCount: 0,
      maxResponseBodySize: RESPONSE_BYTES_MAX,
    }),
  });
}

/**
 * Whether a smaller batch may succeed: the provider rejected the whole request, or returned one
 * object instead of a list. A node that is down or slow does not count.
 */
function refusesBatch(error: unknown): boolean {
  if (error instanceof BatchShapeError) return true;
  if (!(error instanceof BaseError)) return false;
  const [refused, answered] = [HttpRequestError, RpcRequestError].map((kind) =>
    error.walk((one) => one instanceof kind),
  );
  if (refused instanceof HttpRequestError) {
    return refused.status !== undefined && refused.status >= 400 && refused.status < 500;
  }
  if (answered instanceof RpcRequestError) return /batch/i.test(answered.message);
  return error.walk((one) => one instanceof TypeError) !== null;
}
