import type { ChainSlug } from "../domain/chains";
import { streamMarket as operation } from "../operations/stream";
import { type StreamEvent, streamEvent } from "../schemas/stream";
import { ApiError, toApiError } from "./api-error";
import type { CallOptions } from "./call";
import { operationUrl } from "./operation-url";
import { readEventStream, type SentEvent } from "./read-event-stream";
import { sleep } from "./sleep";

export type StreamOptions = {
  /** Only events of this token. */
  token?: string;
  /** Adds `token` events: a token's name, picture and figures whenever they change. */
  figures?: boolean;
  /** Continues after the event with this id. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
  /** Told when the service has taken the connection, and when it is gone or cannot be had. */
  onConnection?: (isConnected: boolean) => void;
  /** Told the id that the stream would continue after, once what came before it was read. */
  onPosition?: (lastEventId: string) => void;
};

const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;
/** The service sends something every 15 s; a connection without any is dead. */
const SILENCE_MS_MAX = 45_000;

/**
 * Launches and trades as they happen. Connects again by itself and continues where it was; what it
 * cannot make up for it says with `reset`, and with `reorg` what to forget. Ends when `signal` does.
 * @throws ApiError when the service refuses the request for good (an unknown chain, for example)
 */
export async function* streamMarket(
  chain: ChainSlug,
  options: StreamOptions & Pick<CallOptions, "baseUrl" | "fetch" | "headers"> = {},
): AsyncGenerator<StreamEvent, void> {
  const { token, signal, baseUrl } = options;
  const query = { token, figures: options.figures === true ? "true" : undefined };
  const url = operationUrl(operation.path, { chain }, query, baseUrl);
  let lastEventId = options.lastEventId ?? null;
  let retryMs = RETRY_MS;
  let failures = 0;
  let isConnected: boolean | null = null;
  const onConnection = (isNow: boolean) => {
    if (isNow === isConnected) return;
    isConnected = isNow;
    options.onConnection?.(isNow);
  };
  while (!signal?.aborted) {
    let askedMs = 0;
    try {
      for await (const sent of connect(url, lastEventId, { ...options, onConnection })) {
        failures = 0;
        retryMs = sent.retryMs ?? retryMs;
        const isMoved = sent.id !== null && sent.id !== lastEventId;
        lastEventId = sent.id ?? lastEventId;
        // What has no id of its own has that of the event before, as in the browser's EventSource.
        const event = parse({ ...sent, id: lastEventId });
        if (event !== null) yield event;
        if (isMoved && lastEventId !== null) options.onPosition?.(lastEventId);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ApiError && error.kind === "answered" && !error.retryable) throw error;
      failures += 1;
      askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    } finally {
      onConnection(false);
    }
    const pauseMs = Math.min(RETRY_MS_MAX, retryMs * 2 ** Math.min(failures, 4));
    await sleep(Math.max(askedMs, pauseMs), signal).catch(() => undefined);
  }
}

async function* connect(
  url: string,
  lastEventId: string | null,
  options: Pick<CallOptions, "fetch" | "headers"> & Pick<StreamOptions, "signal" | "onConnection">,
): AsyncGenerator<SentEvent, void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  const signals = [silence.signal, ...(options.signal === undefined ? [] : [options.signal])];
  try {
    const response = await (options.fetch ?? fetch)(url, {
      headers: {
        ...options.headers,
        Accept: "text/event-stream",
        ...(lastEventId === null ? {} : { "Last-Event-ID": lastEventId }),
      },
      cache: "no-store",
      signal: AbortSignal.any(signals),
    });
    if (!response.ok) throw toApiError(response, await response.json().catch(() => undefined));
    if (response.body === null) return;
    options.onConnection?.(true);
    for await (const sent of readEventStream(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
      yield sent;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Null for what is no event, or of a kind that a later version of the service sends. */
function parse({ id, event, data }: SentEvent): StreamEvent | null {
  if (event === null || data === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  return streamEvent.safeParse({ id, event, data: value }).data ?? null;
}
