import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { getAbiItem, type Hex, pad, toFunctionSelector, toHex } from "viem";
import { z } from "zod";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { listen } from "../../tests/setup/servers/listen";
import { digest, type MarketBlock } from "./synthetic-market";

const LAUNCH_SELECTOR = toFunctionSelector(getAbiItem({ abi: launchpadAbi, name: "launch" }));

type Stored = MarketBlock & { number: number; hash: Hex; parentHash: Hex; time: number };

const call = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
const calls = z.union([call, z.array(call)]);
const filter = z.object({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: z.string().optional(),
  address: z.array(z.string()).optional(),
  topics: z.array(z.array(z.string())).default([]),
});

/**
 * A JSON-RPC node of synthetic blocks: supports only the indexer's calls, from memory, because a
 * real node serves a tenth of the events per second under test.
 * @param options.startTime of the first block, Unix seconds; `secondsPerBlock` may be fractional
 */
export async function startSyntheticNode(options: {
  chainId: number;
  startTime: number;
  secondsPerBlock: number;
  wallThresholdWei: bigint;
}) {
  const { chainId, startTime, secondsPerBlock } = options;
  const blocks: Stored[] = [];
  const byHash = new Map<string, Stored>();
  const blockOfTransaction = new Map<string, { from: string }>();
  let fork = 0;

  function put(number: number, content: MarketBlock): void {
    const parentHash = blocks[number - 1]?.hash ?? pad("0x0", { size: 32 });
    const block = {
      ...content,
      number,
      parentHash,
      hash: digest(`${fork} block ${number} ${parentHash}`),
      time: startTime + Math.floor(number * secondsPerBlock),
    };
    blocks[number] = block;
    byHash.set(block.hash, block);
    for (const [hash, from] of content.senders) blockOfTransaction.set(hash, { from });
  }
  put(0, { logs: [], senders: new Map() });

  function header(block: Stored | undefined): string {
    if (block === undefined) return "null";
    const { number, hash, parentHash, time } = block;
    return `{"number":"${toHex(number)}","hash":"${hash}","parentHash":"${parentHash}","timestamp":"${toHex(time)}"}`;
  }

  function* logsOf(block: Stored, addresses: Set<string> | null, topics: readonly string[]) {
    for (const [index, log] of block.logs.entries()) {
      if (addresses !== null && !addresses.has(log.address)) continue;
      if (topics.length > 0 && !topics.includes(log.topics[0] ?? "")) continue;
      yield `{"address":"${log.address}","topics":["${log.topics.join('","')}"],"data":"${log.data}","blockNumber":"${toHex(block.number)}","blockHash":"${block.hash}","transactionHash":"${log.txHash}","logIndex":"${toHex(index)}"}`;
    }
  }

  function logs(wanted: z.output<typeof filter>): string {
    const addresses = wanted.address === undefined ? null : new Set(wanted.address);
    const one = wanted.blockHash === undefined ? undefined : byHash.get(wanted.blockHash);
    const [from, to] = [Number(wanted.fromBlock ?? 0), Number(wanted.toBlock ?? 0)];
    const range = wanted.blockHash === undefined ? blocks.slice(from, to + 1) : one ? [one] : [];
    const found = range.flatMap((block) => [...logsOf(block, addresses, wanted.topics[0] ?? [])]);
    return `[${found.join(",")}]`;
  }

  /** The result as JSON; null for a method that it does not support. */
  function answer(method: string, params: readonly unknown[]): string | null {
    switch (method) {
      case "eth_chainId":
        return `"${toHex(chainId)}"`;
      case "eth_getCode":
        // Every contract exists and passes the checks of a server's start; nothing runs.
        return `"${LAUNCH_SELECTOR}"`;
      case "eth_getBlockByNumber":
        return header(params[0] === "latest" ? blocks.at(-1) : blocks[Number(params[0])]);
      case "eth_getLogs":
        return logs(filter.parse(params[0]));
      case "eth_getBlockReceipts": {
        const at = String(params[0]);
        const block = byHash.get(at) ?? blocks[Number(at)];
        // One receipt for all transactions of a block.
        return block === undefined
          ? "null"
          : `[{"logs":[${[...logsOf(block, null, [])].join(",")}]}]`;
      }
      case "eth_getTransactionByHash": {
        const hash = String(params[0]);
        const known = blockOfTransaction.get(hash);
        if (known === undefined) return "null";
        return `{"hash":"${hash}","from":"${known.from}","to":null,"input":"0x"}`;
      }
      case "eth_call":
        return `"${pad(toHex(options.wallThresholdWei), { size: 32 })}"`;
      default:
        return null;
    }
  }

  const server = createServer(async (request, response) => {
    const received = calls.parse(JSON.parse(await text(request)));
    const one = ({ id, method, params }: z.output<typeof call>) => {
      const result = answer(method, params);
      const error = `{"code":-32601,"message":"${method} is not supported"}`;
      const outcome = result === null ? `"error":${error}` : `"result":${result}`;
      return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`;
    };
    const body = Array.isArray(received) ? `[${received.map(one).join(",")}]` : one(received);
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const { origin } = await listen(server);

  return {
    url: origin,
    head: () => blocks.length - 1,
    add: (content: MarketBlock) => put(blocks.length, content),
    /** Moves the newest blocks' transactions to a fork. */
    reorg(depth: number) {
      fork += 1;
      for (let number = blocks.length - depth; number < blocks.length; number += 1) {
        const { logs, senders } = blocks[number] ?? { logs: [], senders: new Map() };
        put(number, { logs, senders });
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
