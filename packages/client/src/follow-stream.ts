import { endWithSignal, joinSignals } from "@/lib/shared/abort";
import { ApiError, toApiError } from "./api-error";
import { type CallOptions, operationUrl } from "./call";
import { sleep } from "./sleep";
import type { ChainSlug, StreamEvent } from "./wire";
import { readBody } from "./with-timeout";

export type StreamOptions = {
  /** Only events of this token. */
  token?: string | undefined;
  /** Adds `token` events: a token's name, image and figures whenever they change. */
  figures?: boolean | undefined;
  /** Continues after the event with this id. */
  lastEventId?: string | undefined;
  /** Ends the stream. */
  signal?: AbortSignal | undefined;
  /** Called when the connection is open, and when it is lost or cannot be opened. */
  onConnection?: ((isConnected: boolean) => void) | undefined;
  /** Called with the id to resume after, once every event before it was read. */
  onPosition?: ((lastEventId: string) => void) | undefined;
  /**
   * Called with events that this version of the client cannot read; they are left out, so reload what
   * they may have changed. Without it, those of an unknown kind are ignored, and any other ends the
   * stream with an error.
   */
  onUnreadable?: ((event: UnreadableEvent) => void) | undefined;
};

/** The options of `followStream`. */
type Following = Omit<StreamOptions, "onUnreadable"> &
  Pick<CallOptions, "baseUrl" | "fetch" | "headers"> & {
    onUnreadable?: ((event: UnreadableEvent, cause: unknown) => void) | undefined;
  };

/** An event as it was received; `data` is its text. */
export type UnreadableEvent = { id: string | null; event: string; data: string };

/** The path of the operation `streamMarket`. */
export const STREAM_PATH = "/v1/{chain}/stream";

const RETRY_MS = 2_000;
const RETRY_MS_MAX = 30_000;
/** The service sends a heartbeat every 15 s; a silent connection is dead. */
const SILENCE_MS_MAX = 45_000;

/** Checks an event that was received. */
type EventReader = {
  safeParse(
    value: unknown,
  ): { success: true; data: StreamEvent } | { success: false; error: unknown };
};

/**
 * `streamMarket` without the schemas of the events, for pages that must not load them.
 * @param reader checks each event; those that it rejects are left out
 * @param options.onUnreadable called with them; may throw an ApiError to end the stream
 * @throws ApiError when a retry cannot help (an unknown chain, for example); what a callback throws
 * @internal
 */
export async function* followStream(
  chain: ChainSlug,
  reader: EventReader,
  options: Following = {},
): AsyncGenerator<StreamEvent, void> {
  const { token, signal, baseUrl } = options;
  const query = { token, figures: options.figures === true ? "true" : undefined };
  const url = operationUrl(STREAM_PATH, { chain }, query, baseUrl);
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
    let retryAfterMs = 0;
    const connection = connect(url, lastEventId, options);
    // Only the connection's errors lead to another one: those of callbacks and readers end the stream.
    const receive = async (): Promise<SentEvent | "open" | null> => {
      try {
        const { value, done } = await connection.next();
        return done === true ? null : value;
      } catch (error) {
        if (signal?.aborted) return null;
        if (error instanceof ApiError && !error.retryable) throw error;
        failures += 1;
        retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        return null;
      }
    };
    try {
      for (let sent = await receive(); sent !== null; sent = await receive()) {
        if (sent === "open") {
          onConnection(true);
          continue;
        }
        failures = 0;
        retryMs = sent.retryMs ?? retryMs;
        const isMoved = sent.id !== null && sent.id !== lastEventId;
        lastEventId = sent.id ?? lastEventId;
        // An event without an id has the id of the event before it, as in the browser's EventSource.
        const event = parse(reader, { ...sent, id: lastEventId }, options.onUnreadable);
        if (event !== null) yield event;
        if (isMoved && lastEventId !== null) options.onPosition?.(lastEventId);
      }
    } finally {
      await connection.return();
      onConnection(false);
    }
    if (signal?.aborted) return;
    const pauseMs = Math.min(RETRY_MS_MAX, retryMs * 2 ** Math.min(failures, 4));
    await sleep(Math.max(retryAfterMs, pauseMs), signal).catch(() => undefined);
  }
}

/** The events of one connection, after "open". */
async function* connect(
  url: string,
  lastEventId: string | null,
  options: Pick<CallOptions, "fetch" | "headers"> & Pick<StreamOptions, "signal">,
): AsyncGenerator<SentEvent | "open", void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  const { signal, release } = joinSignals([silence.signal, options.signal ?? []].flat());
  try {
    const answer = await (options.fetch ?? fetch)(url, {
      headers: {
        ...options.headers,
        Accept: "text/event-stream",
        ...(lastEventId === null ? {} : { "Last-Event-ID": lastEventId }),
      },
      cache: "no-store",
      signal,
    });
    const response = endWithSignal(answer, signal);
    if (!response.ok) throw toApiError(response, await readBody(response));
    if (response.body === null) return;
    yield "open";
    for await (const sent of readEventStream(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
      yield sent;
    }
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Null for blocks without an event, and for events that cannot be read. */
function parse(
  reader: EventReader,
  { id, event, data }: SentEvent,
  onUnreadable: Following["onUnreadable"],
): StreamEvent | null {
  if (event === null || data === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    // No reader accepts undefined.
  }
  const parsed = reader.safeParse({ id, event, data: value });
  if (parsed.success) return parsed.data;
  onUnreadable?.({ id, event, data }, parsed.error);
  return null;
}

/** One block of a server-sent event stream; fields that it lacks are null. */
type SentEvent = {
  id: string | null;
  event: string | null;
  data: string | null;
  /** Milliseconds to wait before connecting again. */
  retryMs: number | null;
};

/**
 * Reads server-sent events from a body, blocks without data included.
 * @throws whatever reading the body throws
 */
async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): SentEvent {
  const sent: SentEvent = { id: null, event: null, data: null, retryMs: null };
  for (const line of block.split(/\r?\n/)) {
    // With `s`, because JSON may contain U+2028 and U+2029, which `.` does not match otherwise.
    const [, name, value = ""] = /^(\w+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "id") sent.id = value;
    else if (name === "event") sent.event = value;
    else if (name === "data") sent.data = sent.data === null ? value : `${sent.data}\n${value}`;
    else if (name === "retry" && /^\d+$/.test(value)) sent.retryMs = Number(value);
  }
  return sent;
}
