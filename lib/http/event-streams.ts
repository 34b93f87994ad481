import type { ServerResponse } from "node:http";
import type { InputOf, Operation } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import type { Exchange } from "./exchange";
import { parseAddress } from "./input/parse-input";
import { createSlots } from "./limits/slots";
import { CORS_HEADERS } from "./response/render";
import { DATA_POLICY } from "./response/send";

/** A client's stream as its service opened it. */
type Opened = { alive(): Buffer | null; end(): void };

/** Path parameters and query of a request. */
type Address = { params: Readonly<Record<string, string>>; search: URLSearchParams };

/** Connection that the stream of one client is written to. */
export type Sink = {
  /** Sends bytes now. A client with too many unsent ones is disconnected. */
  write(bytes: Buffer): void;
  /**
   * Waits until the client has read enough for more; one that reads nothing for a while is disconnected.
   * @returns false once it is disconnected
   */
  ready(): Promise<boolean>;
  /** Disconnects a client that is too slow. */
  drop(): void;
};

export type EventStreams = {
  /** Opens a stream. @throws AppError invalid_parameters, rate_limited, dependency_unavailable */
  serve(exchange: Exchange, address: Address): Promise<void>;
  /** Ends every stream; clients reconnect after a few seconds, spread over time. */
  close(): void;
  /** Open streams. */
  count(): number;
  /** Streams that were closed because their client was too slow. */
  dropped(): number;
};

/** Limit of unsent bytes per client, in addition to the socket buffers. */
const BUFFERED_BYTES_MAX = 256 * 1024;
const ALIVE_EVERY_MS = 15_000;
/** A client that reads nothing for this long while it is behind is disconnected. */
const STALLED_MS = 30_000;
const RETRY_MS = 2_000;

/**
 * Server-sent events for an operation: one buffer for all clients, no queue behind a slow one, and
 * an end when the server stops.
 * @param options.open writes the stream's bytes to `sink`; what is long, at the pace of `ready`
 */
export function createEventStreams<O extends Operation>(options: {
  operation: O;
  open(input: InputOf<O>, sink: Sink): Promise<Opened>;
  /** Limits for all callers and for one caller. */
  clientsMax: number;
  clientsPerAddressMax: number;
  bufferedBytesMax?: number;
  aliveEveryMs?: number;
  stalledMs?: number;
}): EventStreams {
  const { operation, clientsMax, clientsPerAddressMax } = options;
  const { bufferedBytesMax = BUFFERED_BYTES_MAX, aliveEveryMs = ALIVE_EVERY_MS } = options;
  const { stalledMs = STALLED_MS } = options;
  const open = new Map<ServerResponse, Opened | null>();
  const slots = createSlots({ total: clientsMax, perCaller: clientsPerAddressMax });
  let dropped = 0;

  /** @returns a function that frees the slot */
  function takeSlot({ caller }: Exchange): () => void {
    const slot = slots.take(caller.isExempt ? null : caller.buckets);
    if (typeof slot === "function") return slot;
    if (slot === "full") {
      const text = "This server has too many open streams. Try again later.";
      throw new AppError("dependency_unavailable", text, { retryAfterSeconds: 5 });
    }
    const text = `Too many streams. Maximum ${clientsPerAddressMax} at a time from one address.`;
    throw new AppError("rate_limited", text);
  }

  function parse(exchange: Exchange, { params, search: sent }: Address): InputOf<O> {
    const search = new URLSearchParams(sent);
    const lastEventId = exchange.request.headers["last-event-id"];
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

  const isWritable = (response: ServerResponse) => !response.destroyed && !response.writableEnded;

  function drop(response: ServerResponse): void {
    if (response.destroyed) return;
    dropped += 1;
    response.destroy();
  }

  function write(response: ServerResponse, bytes: Buffer): void {
    if (!isWritable(response)) return;
    // Checked before writing: one large write alone does not make a client slow.
    if (response.writableLength > bufferedBytesMax) drop(response);
    else response.write(bytes);
  }

  async function ready(response: ServerResponse): Promise<boolean> {
    if (isWritable(response) && response.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => drop(response), stalledMs);
        const end = () => {
          clearTimeout(timer);
          response.off("drain", end).off("close", end);
          resolve();
        };
        response.on("drain", end).on("close", end);
      });
    }
    return isWritable(response);
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
    async serve(exchange, address) {
      const { request, response } = exchange;
      const input = parse(exchange, address);
      if (request.method === "HEAD") {
        begin(exchange).end();
        return;
      }
      enter(response, takeSlot(exchange));
      const opened = await options.open(input, {
        write(bytes) {
          if (!response.headersSent) begin(exchange);
          write(response, bytes);
        },
        ready: () => ready(response),
        drop: () => drop(response),
      });
      if (open.has(response)) open.set(response, opened);
      else opened.end();
    },
    close() {
      clearInterval(timer);
      for (const [response, opened] of open) {
        opened?.end();
        // Spread out, so that clients do not all reconnect to the new server at once.
        const retryMs = RETRY_MS + Math.floor(Math.random() * 3_000);
        if (response.headersSent) response.end(`retry: ${retryMs}\n\n`);
        else response.destroy();
      }
    },
  };
}

function begin({ request, response, headers, rateLimit }: Exchange): ServerResponse {
  const own = {
    ...CORS_HEADERS,
    "Content-Security-Policy": DATA_POLICY,
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    // Disables response buffering in nginx-like proxies.
    "X-Accel-Buffering": "no",
  };
  response.writeHead(200, [...headers, ...rateLimit, ...Object.entries(own).flat()]);
  if (request.method !== "HEAD") response.write(`retry: ${RETRY_MS}\n\n`);
  return response;
}
