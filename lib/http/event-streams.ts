import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../context";
import { AppError, toAppError } from "../domain/errors";
import type { InputOf, Operation } from "../operations/operation";
import { admitLocally } from "./admission";
import { createPathMatcher } from "./match-path";
import { createOccupancy } from "./occupancy";
import { parseAddress } from "./parse-input";
import { CORS_HEADERS, describeError } from "./render";
import type { Visit } from "./serve-reads";

/** One reader's stream as its service opened it. */
type Opened = { alive(): Buffer | null; end(): void };

export type EventStreams = {
  /** Answers a request for a stream. @returns whether it was one */
  serve(visit: Visit, request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends every stream; their readers come back after some seconds, not all at once. */
  close(): void;
  /** Open streams. */
  count(): number;
  /** Streams that were ended because their reader did not keep up. */
  dropped(): number;
};

/** Bytes that may wait for a reader when there is more to send, beside what the sockets hold. */
const BUFFERED_BYTES_MAX = 256 * 1024;
const ALIVE_EVERY_MS = 15_000;
const RETRY_MS = 2_000;

/**
 * Server-sent events for an operation, in this process's own hands: one buffer for all readers,
 * no queue behind a slow one, an end when the server stops.
 * @param options.open hands the stream's bytes to `sink`, which never blocks
 */
export function createEventStreams<O extends Operation>(options: {
  ctx: Pick<ServiceContext, "env" | "log" | "limiter">;
  operation: O;
  open(input: InputOf<O>, sink: (bytes: Buffer) => void): Promise<Opened>;
  /** For all callers together, and for one. */
  clientsMax: number;
  clientsPerAddressMax: number;
  bufferedBytesMax?: number;
  aliveEveryMs?: number;
}): EventStreams {
  const { ctx, operation, clientsMax, clientsPerAddressMax } = options;
  const { bufferedBytesMax = BUFFERED_BYTES_MAX, aliveEveryMs = ALIVE_EVERY_MS } = options;
  const match = createPathMatcher(operation.path);
  const open = new Map<ServerResponse, Opened | null>();
  const places = createOccupancy({ total: clientsMax, perCaller: clientsPerAddressMax });
  let dropped = 0;

  /** @returns a function that frees the place */
  function takePlace({ caller }: Visit): () => void {
    const place = places.take(caller.isExempt ? null : caller.buckets);
    if (typeof place === "function") return place;
    if (place === "full") {
      const text = "This server has as many streams as it may. Try again later.";
      throw new AppError("dependency_unavailable", text, { retryAfterSeconds: 5 });
    }
    const text = `Too many streams. Maximum ${clientsPerAddressMax} at a time from one address.`;
    throw new AppError("rate_limited", text);
  }

  function parse(params: Record<string, string>, request: IncomingMessage): InputOf<O> {
    const search = new URLSearchParams((request.url ?? "").split("?")[1] ?? "");
    const lastEventId = request.headers["last-event-id"];
    if (typeof lastEventId === "string" && lastEventId !== "") {
      search.set("lastEventId", lastEventId);
    }
    return parseAddress(operation, params, search);
  }

  function enter(response: ServerResponse, leave: () => void): void {
    open.set(response, null);
    response.once("close", () => {
      open.get(response)?.end();
      open.delete(response);
      leave();
    });
  }

  function write(response: ServerResponse, bytes: Buffer): void {
    if (response.destroyed || response.writableEnded) return;
    // Looked at before writing: one large step alone makes nobody slow.
    if (response.writableLength > bufferedBytesMax) {
      dropped += 1;
      response.destroy();
      return;
    }
    response.write(bytes);
  }

  async function start(
    input: InputOf<O>,
    headers: readonly string[],
    response: ServerResponse,
  ): Promise<void> {
    const opened = await options.open(input, (bytes) => {
      if (!response.headersSent) begin(response, headers);
      write(response, bytes);
    });
    if (open.has(response)) open.set(response, opened);
    else opened.end();
  }

  const timer = setInterval(() => {
    for (const [response, opened] of open) {
      const bytes = opened?.alive();
      if (bytes) write(response, bytes);
    }
  }, aliveEveryMs);
  timer.unref();

  return {
    count: () => open.size,
    dropped: () => dropped,
    serve(visit, request, response) {
      const params = match((request.url ?? "").split("?")[0] ?? "");
      if (params === null) return false;
      const headers = [...visit.headers];
      const fail = (thrown: unknown) => {
        const error = toAppError(thrown);
        const { requestId } = visit;
        if (error.status >= 500) ctx.log.warn({ err: thrown, requestId }, "a stream did not open");
        if (response.headersSent || response.destroyed) response.destroy();
        else refuse(response, headers, operation, error);
      };
      try {
        const admission =
          operation.limit && admitLocally(ctx, operation.limit.policy, visit.caller);
        headers.push(...Object.entries(admission?.headers ?? {}).flat());
        if (admission?.error) throw admission.error;
        const input = parse(params, request);
        if (request.method === "HEAD") {
          begin(response, headers).end();
          return true;
        }
        enter(response, takePlace(visit));
        start(input, headers, response).catch(fail);
      } catch (error) {
        fail(error);
      }
      return true;
    },
    close() {
      clearInterval(timer);
      for (const [response, opened] of open) {
        opened?.end();
        // Not all at the same moment: they would all come to the same new server.
        const retryMs = RETRY_MS + Math.floor(Math.random() * 3_000);
        if (response.headersSent) response.end(`retry: ${retryMs}\n\n`);
        else response.destroy();
      }
    },
  };
}

function begin(response: ServerResponse, headers: readonly string[]): ServerResponse {
  const own = {
    ...CORS_HEADERS,
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Asks proxies of nginx's kind to pass each event on at once.
    "X-Accel-Buffering": "no",
  };
  response.writeHead(200, [...headers, ...Object.entries(own).flat()]);
  if (response.req.method !== "HEAD") response.write(`retry: ${RETRY_MS}\n\n`);
  return response;
}

function refuse(
  response: ServerResponse,
  headers: readonly string[],
  operation: Operation,
  error: AppError,
): void {
  const answer = describeError(operation.interface, error);
  response.writeHead(answer.status, [...headers, ...Object.entries(answer.headers).flat()]);
  response.end(answer.body);
}
