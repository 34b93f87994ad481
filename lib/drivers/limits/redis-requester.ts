import { once } from "node:events";
import type { Requester, UpstashRequest, UpstashResponse } from "@upstash/redis";
import { Redis } from "ioredis";
import { z } from "zod";
import { unlessAborted } from "@/lib/shared/abort";

type Outcome = { result: unknown } | { error: string };

/** The Upstash client leaves numbers and booleans unquoted; Redis requires text. */
const command = z
  .tuple([z.string()])
  .rest(z.union([z.string(), z.number(), z.boolean()]).transform(String));
const commands = z.array(command);

const RECONNECT_MAX_MS = 500;
/** A connection without a response for this long is replaced. */
const SOCKET_TIMEOUT_MS = 5_000;

/**
 * Runs the Upstash client's commands on a Redis or Valkey server instead of Upstash's REST API.
 * Nothing is queued or retried while the server is down: an aborted request must not be counted
 * later.
 * @param options.url `redis://` or `rediss://`, with the password and the database number
 * @param options.signal called for each request; the request fails when it aborts
 */
export function createRedisRequester(options: {
  url: string;
  signal: () => AbortSignal;
}): Requester & { close(): void } {
  const redis = new Redis(options.url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(50 * 2 ** tries, RECONNECT_MAX_MS),
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: SOCKET_TIMEOUT_MS,
    // After a failover the connection may still be to the former primary, now a replica; the address
    // leads to the new one. Redis 6 puts the error of a script's command into one of its own.
    reconnectOnError: ({ message }) => /\bREADONLY\b/.test(message),
  });
  // Every request that waits for a connection adds a listener and reports the error to its caller.
  redis.setMaxListeners(0);
  redis.on("error", () => undefined);

  const ready = async (signal: AbortSignal) => {
    if (redis.status === "ready") return;
    if (["close", "reconnecting"].includes(redis.status)) throw new Error("Redis is not connected");
    const connected = once(redis, "ready", { signal });
    // A failed connection also settles `connected` through the `error` event.
    if (redis.status === "wait") redis.connect().catch(() => undefined);
    await connected;
  };

  const run = async ([name, ...args]: z.infer<typeof command>): Promise<Outcome> => {
    try {
      return { result: await redis.call(name, ...args) };
    } catch (error) {
      // The server rejected the command; any other error is a failed connection.
      if (error instanceof Error && error.name === "ReplyError") return { error: error.message };
      throw error;
    }
  };

  // The caller asserts the result type, as with Upstash's own HTTP client.
  function request<TResult>(req: UpstashRequest): Promise<UpstashResponse<TResult>>;
  async function request({ path = [], body }: UpstashRequest): Promise<unknown> {
    const signal = options.signal();
    const outcome = (async () => {
      await ready(signal);
      if (path[0] === "pipeline") return Promise.all(commands.parse(body).map(run));
      if (path.length === 0) return run(command.parse(body));
      throw new Error(`Redis request is not supported: ${path.join("/")}`);
    })();
    return unlessAborted(outcome, signal);
  }

  return { request, close: () => redis.disconnect() };
}
