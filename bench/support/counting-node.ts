import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../../tests/setup/servers/listen";

const call = z.object({ method: z.string() });
const calls = z.union([z.array(call), call.transform((one) => [one])]);

/** Calls of each method, and bytes of their requests and responses. */
export type RpcCount = { calls: Map<string, number>; requests: number; bytes: number };

/** A proxy in front of a node that counts what a provider would charge for. */
export async function startCountingNode(target: string) {
  let counted: RpcCount = { calls: new Map(), requests: 0, bytes: 0 };
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request);
      const answer = await fetch(target, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const result = await answer.text();
      counted.requests += 1;
      counted.bytes += body.length + result.length;
      for (const { method } of calls.parse(JSON.parse(body))) {
        counted.calls.set(method, (counted.calls.get(method) ?? 0) + 1);
      }
      response.writeHead(answer.status, { "content-type": "application/json" }).end(result);
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined);
    }
  });
  const { origin } = await listen(server);
  return {
    url: origin,
    /** Calls and bytes since the last call. */
    take(): RpcCount {
      const result = counted;
      counted = { calls: new Map(), requests: 0, bytes: 0 };
      return result;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
