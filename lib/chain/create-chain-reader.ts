import { type Address, createClient, type Hex, http, toHex } from "viem";
import { z } from "zod";
import {
  type RpcHeader,
  type RpcLog,
  type RpcTransaction,
  rpcHeader,
  rpcLog,
  rpcTransaction,
} from "../schemas/rpc";

/** Logs whose first topic is one of `topics`, of `addresses` or, when null, of any address. */
export type LogFilter = { addresses: readonly Address[] | null; topics: readonly Hex[] };

/** What the indexer asks of a chain. Every method throws when the node cannot answer now. */
export type ChainReader = {
  head(): Promise<RpcHeader>;
  /** Headers by number, null for a block that the node does not have. */
  headers(numbers: readonly number[]): Promise<(RpcHeader | null)[]>;
  logsOfRange(range: { from: number; to: number; filter: LogFilter }): Promise<RpcLog[]>;
  /** Logs of exactly these blocks by hash: a node that does not hold one refuses instead of omitting. */
  logsOfBlocks(blocks: { hashes: readonly Hex[]; filter: LogFilter }): Promise<RpcLog[]>;
  /** Transactions by hash, null for one that the node does not know. */
  transactions(hashes: readonly Hex[]): Promise<(RpcTransaction | null)[]>;
  /** `eth_call` at the newest block; throws when it reverts. */
  call(request: { to: Address; data: Hex }): Promise<Hex>;
};

const logs = z.array(rpcLog);
const returned = z.string().refine((value): value is Hex => /^0x[0-9a-fA-F]*$/.test(value));
const TIMEOUT_MS = 15_000;

/**
 * Reads a chain over JSON-RPC. Calls made together travel as one batch. After a failed call the
 * next one goes to the next address; each address must answer with the right chain id first.
 */
export function createChainReader(options: {
  chainId: number;
  rpcUrls: readonly string[];
}): ChainReader {
  const clients = options.rpcUrls.map((url) =>
    createClient({
      transport: http(url, {
        batch: { batchSize: 200, wait: 0 },
        timeout: TIMEOUT_MS,
        retryCount: 0,
      }),
    }),
  );
  const verified = new Set<number>();
  let current = 0;

  async function ask(method: string, params: unknown[]): Promise<unknown> {
    const index = current;
    const client = clients[index];
    if (client === undefined) throw new Error("no RPC address is configured");
    try {
      if (!verified.has(index)) {
        const id = z
          .string()
          .transform(Number)
          .parse(await client.request({ method: "eth_chainId" }));
        if (id !== options.chainId) {
          throw new Error(`RPC address ${index + 1} serves chain ${id}, not ${options.chainId}`);
        }
        verified.add(index);
      }
      return await client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
        method,
        params,
      });
    } catch (error) {
      // Calls of one batch fail together; only the first of them moves on.
      if (current === index) current = (index + 1) % clients.length;
      throw error;
    }
  }

  const filterParams = (filter: LogFilter) => ({
    ...(filter.addresses === null ? {} : { address: filter.addresses }),
    topics: [filter.topics],
  });

  return {
    head: async () => rpcHeader.parse(await ask("eth_getBlockByNumber", ["latest", false])),
    headers: (numbers) =>
      Promise.all(
        numbers.map(async (number) =>
          rpcHeader.nullable().parse(await ask("eth_getBlockByNumber", [toHex(number), false])),
        ),
      ),
    logsOfRange: async ({ from, to, filter }) =>
      logs.parse(
        await ask("eth_getLogs", [
          { fromBlock: toHex(from), toBlock: toHex(to), ...filterParams(filter) },
        ]),
      ),
    logsOfBlocks: async ({ hashes, filter }) => {
      const answers = await Promise.all(
        hashes.map(async (blockHash) =>
          logs.parse(await ask("eth_getLogs", [{ blockHash, ...filterParams(filter) }])),
        ),
      );
      return answers.flat();
    },
    transactions: (hashes) =>
      Promise.all(
        hashes.map(async (hash) =>
          rpcTransaction.nullable().parse(await ask("eth_getTransactionByHash", [hash])),
        ),
      ),
    call: async (request) => returned.parse(await ask("eth_call", [request, "latest"])),
  };
}
