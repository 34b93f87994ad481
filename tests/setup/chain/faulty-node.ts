import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { type Hex, parseTransaction, toHex } from "viem";
import { z } from "zod";
import { listen } from "../servers/listen";

/** The faults of a node; without any it behaves like its upstream. */
export type NodeFaults = {
  /** Drops every connection. */
  isDown?: boolean;
  /** The node that answers a call instead of the target; undefined for the target. */
  upstream?: (method: string) => string | undefined;
  /** Reports another chain id. */
  chainId?: number;
  /** Rejects getLogs over more blocks than this, like providers. */
  blocksMax?: number;
  /** Rejects getLogs of a request whose results have more logs than this, like providers. */
  logsMax?: number;
  /** Rejects more calls per request than this, like providers. */
  batchMax?: number;
  /** Rejects a method as unknown. */
  lacks?: string;
  /** Has no blocks after this one. */
  headMax?: number;
  /** Reports the newest block, and has none after this one, like providers with a lagging backend. */
  blockMax?: number;
  /** Transaction counts to add this to, one count after the other; then it counts correctly. */
  miscounts?: number[];
  /** Reports every transaction as not mined. */
  hidesReceipts?: boolean;
  /** Gas that every transaction needs in addition, as for its data on an Arbitrum chain. */
  dataGas?: bigint;
  /** Whether to drop the connection of a call, `before` or `after` it is processed. */
  breaks?: (method: string) => "before" | "after" | undefined;
};

const call = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
type Call = z.output<typeof call>;
const calls = z.union([z.array(call), call.transform((one) => [one])]);
const raw = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"));
const count = z.object({ result: z.string() });
const logsResult = z.object({ result: z.array(z.unknown()) });
/** Bounds of getLogs by number; a filter without one of them ends or starts at the newest block. */
const range = z.object({
  fromBlock: z.string().default("latest"),
  toBlock: z.string().default("latest"),
  blockHash: z.undefined().optional(),
});

/** A proxy for a node that injects the configured faults. */
export async function startFaultyNode(target: string) {
  let faults: NodeFaults = {};
  const spans: number[] = [];
  const batches: number[] = [];
  let refusals = 0;

  const ask = async (one: Call): Promise<unknown> => {
    const response = await fetch(faults.upstream?.(one.method) ?? target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...one }),
    });
    return response.json();
  };

  async function toNumber(block: string): Promise<number> {
    if (block.startsWith("0x")) return Number(block);
    const head = await ask({ id: 1, method: "eth_blockNumber", params: [] });
    return Number(count.parse(head).result);
  }

  async function answer(one: Call): Promise<unknown> {
    const { id, method, params } = one;
    const say = (result: unknown) => ({ jsonrpc: "2.0", id, result });
    if (method === faults.lacks) {
      const error = { code: -32_601, message: "the method does not exist" };
      return { jsonrpc: "2.0", id, error };
    }
    if (method === "eth_chainId" && faults.chainId !== undefined) return say(toHex(faults.chainId));
    if (method === "eth_getBlockByNumber" && faults.headMax !== undefined) {
      if (params[0] === "latest") return ask({ ...one, params: [toHex(faults.headMax), false] });
      if (Number(params[0]) > faults.headMax) return say(null);
    }
    if (method === "eth_getBlockByNumber" && faults.blockMax !== undefined) {
      if (Number(params[0]) > faults.blockMax) return say(null);
    }
    if (method === "eth_getTransactionReceipt" && faults.hidesReceipts) return say(null);
    const off = method === "eth_getTransactionCount" ? faults.miscounts?.shift() : undefined;
    if (off !== undefined) {
      const { result } = count.parse(await ask(one));
      return say(toHex(Number(result) + off));
    }
    const { dataGas } = faults;
    if (method === "eth_estimateGas" && dataGas !== undefined) {
      const estimate = count.safeParse(await ask(one));
      if (estimate.success) return say(toHex(BigInt(estimate.data.result) + dataGas));
    }
    if (method === "eth_sendRawTransaction" && dataGas !== undefined) {
      const { gas = 0n } = parseTransaction(raw.parse(params[0]));
      if (gas < 21_000n + dataGas) {
        const error = { code: -32_000, message: "intrinsic gas too low" };
        return { jsonrpc: "2.0", id, error };
      }
    }
    const asked = method === "eth_getLogs" ? range.safeParse(params[0]) : null;
    if (asked?.success) {
      const [from, to] = [await toNumber(asked.data.fromBlock), await toNumber(asked.data.toBlock)];
      const blocks = to - from + 1;
      if (blocks > (faults.blocksMax ?? Number.POSITIVE_INFINITY)) {
        refusals += 1;
        const error = { code: -32_005, message: "block range is too wide" };
        return { jsonrpc: "2.0", id, error };
      }
      spans.push(blocks);
    }
    return ask(one);
  }

  function withinLogLimit(answers: unknown[]): unknown[] {
    const found = answers.reduce<number>(
      (sum, one) => sum + (logsResult.safeParse(one).data?.result.length ?? 0),
      0,
    );
    if (found <= (faults.logsMax ?? Number.POSITIVE_INFINITY)) return answers;
    refusals += 1;
    const error = { code: -32_005, message: `query returned more than ${faults.logsMax} results` };
    return answers.map((one) => ({ ...call.pick({ id: true }).parse(one), jsonrpc: "2.0", error }));
  }

  const server = createServer(async (request, response) => {
    if (faults.isDown) return request.socket.destroy();
    const body: unknown = JSON.parse(await text(request));
    const asked = calls.parse(body);
    const send = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (asked.length > (faults.batchMax ?? Number.POSITIVE_INFINITY)) {
      refusals += 1;
      const error = { code: -32_014, message: `maximum ${faults.batchMax} calls in 1 batch` };
      return send({ jsonrpc: "2.0", id: null, error });
    }
    const cuts = asked.map(({ method }) => faults.breaks?.(method));
    if (cuts.includes("before")) return request.socket.destroy();
    batches.push(asked.length);
    const answers = await Promise.all(asked.map(answer));
    if (cuts.includes("after")) return request.socket.destroy();
    const allowed = asked.some(({ method }) => method === "eth_getLogs")
      ? withinLogLimit(answers)
      : answers;
    return send(Array.isArray(body) ? allowed : allowed[0]);
  });
  const { origin } = await listen(server);

  return {
    url: origin,
    /** The batch size of each processed request. */
    batches,
    /** The block count of each processed range. */
    spans,
    refusals: () => refusals,
    become(next: NodeFaults) {
      faults = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
