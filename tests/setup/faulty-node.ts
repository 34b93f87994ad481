import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { toHex } from "viem";
import { z } from "zod";

/** What a node is like at the moment; without any of these it is as the one behind it. */
export type NodeFaults = {
  /** Breaks every connection. */
  isDown?: boolean;
  /** Says that it serves another chain. */
  chainId?: number;
  /** Refuses getLogs over more blocks than this, as providers do. */
  blocksMax?: number;
  /** Refuses more calls than this in one request, as providers do. */
  batchMax?: number;
  /** Does not know the newest blocks so far. */
  headMax?: number;
  /** Whether to break the connection of a call, `before` or `after` it is worked on. */
  breaks?: (method: string) => "before" | "after" | undefined;
};

const call = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
type Call = z.output<typeof call>;
const calls = z.union([z.array(call), call.transform((one) => [one])]);
const range = z.object({ fromBlock: z.string(), toBlock: z.string() });

/** A node in front of another one, whose answers it passes on as its faults allows. */
export async function startFaultyNode(target: string) {
  let faults: NodeFaults = {};
  const spans: number[] = [];
  const batches: number[] = [];
  let refusals = 0;

  const ask = async (one: Call): Promise<unknown> => {
    const response = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...one }),
    });
    return response.json();
  };

  async function answer(one: Call): Promise<unknown> {
    const { id, method, params } = one;
    const say = (result: unknown) => ({ jsonrpc: "2.0", id, result });
    if (method === "eth_chainId" && faults.chainId !== undefined) return say(toHex(faults.chainId));
    if (method === "eth_getBlockByNumber" && faults.headMax !== undefined) {
      if (params[0] === "latest") return ask({ ...one, params: [toHex(faults.headMax), false] });
      if (Number(params[0]) > faults.headMax) return say(null);
    }
    const asked = method === "eth_getLogs" ? range.safeParse(params[0]) : null;
    if (asked?.success) {
      const blocks = Number(asked.data.toBlock) - Number(asked.data.fromBlock) + 1;
      if (blocks > (faults.blocksMax ?? Number.POSITIVE_INFINITY)) {
        refusals += 1;
        const error = { code: -32_005, message: "block range is too wide" };
        return { jsonrpc: "2.0", id, error };
      }
      spans.push(blocks);
    }
    return ask(one);
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
    return send(Array.isArray(body) ? answers : answers[0]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Calls in each request that was answered. */
    batches,
    /** Blocks of each range that was answered. */
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
