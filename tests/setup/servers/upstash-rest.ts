import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createRedisRequester } from "@/lib/drivers/limits/redis-requester";
import { listen } from "./listen";

export type UpstashRest = { url: string; stop(): Promise<void> };

/** Encodes strings as base64 at every nesting level for `Upstash-Encoding: base64`. */
function encode(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "error" ? item : encode(item)]),
  );
}

/** Upstash's REST protocol in front of a Redis server, to test Upstash clients. */
export async function startUpstashRest(redisUrl: string, token: string): Promise<UpstashRest> {
  const redis = createRedisRequester({ url: redisUrl, signal: () => AbortSignal.timeout(5_000) });
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${token}`) {
      answer(401, { error: "WRONGPASS invalid or missing auth token" });
      return;
    }
    const path = (request.url ?? "/").split("/").filter((part) => part !== "");
    try {
      const outcome: unknown = await redis.request({ path, body: JSON.parse(await text(request)) });
      const isRefused = typeof outcome === "object" && outcome !== null && "error" in outcome;
      answer(isRefused ? 400 : 200, encode(outcome));
    } catch (error) {
      answer(500, { error: String(error) });
    }
  });
  const { origin } = await listen(server);
  return {
    url: origin,
    async stop() {
      redis.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
