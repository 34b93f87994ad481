import { followStream } from "@slipway-launchpad/client";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { FROM_SERVER } from "../queries";
import { randomUuid } from "../random-uuid";
import { hasShape, type Shape } from "../reads/has-shape";
import { streamEvent } from "../reads/list-reads";
import { STREAM_SHAPE } from "../reads/list-shapes";

/** How long, in milliseconds, the leading tab keeps events for newly opened tabs. */
const RECENT_MS = 30_000;
const RECENT_MAX = 500;

/** Messages between tabs; another tab may run another version of this code. */
type Message =
  | { kind: "hello"; from: string }
  | {
      kind: "welcome";
      to: string;
      isConnected: boolean;
      lastEventId: string | null;
      /** Since when the sender has every event, and the events of the last seconds. */
      since: number;
      recent: StreamEvent[];
      /** The event after which `recent` has all; absent where it has only those of the last seconds. */
      after?: string;
    }
  | { kind: "connection"; isConnected: boolean }
  | { kind: "position"; lastEventId: string | null }
  | { kind: "event"; event: StreamEvent };

const LAST_EVENT_ID = { oneOf: ["text", "null"] } as const;
const MESSAGE: Shape = {
  oneOf: [
    { fields: { kind: { is: "hello" }, from: "text" } },
    {
      fields: {
        kind: { is: "welcome" },
        to: "text",
        isConnected: "flag",
        lastEventId: LAST_EVENT_ID,
        since: "number",
        recent: { list: STREAM_SHAPE },
      },
      maybe: { after: "text" },
    },
    { fields: { kind: { is: "connection" }, isConnected: "flag" } },
    { fields: { kind: { is: "position" }, lastEventId: LAST_EVENT_ID } },
    { fields: { kind: { is: "event" }, event: STREAM_SHAPE } },
  ],
};
const isMessage = (value: unknown): value is Message => hasShape(MESSAGE, value);

type Listener = {
  signal: AbortSignal;
  /** The event after which this document's first stream continues; null for a stream from now on. */
  resumeAfter: string | null;
  onEvent(event: StreamEvent): void;
  /**
   * Whether events are being received.
   * @param since `Date.now()` from which no event is missing; `FROM_SERVER` if the document misses none
   */
  onConnection(isConnected: boolean, since: number): void;
};

/**
 * Follows a chain until `signal` aborts. All tabs of a browser share one stream: the tab that holds
 * a lock reads it and forwards each event; when it is closed or hidden, the next one continues
 * after the last event. A browser without locks or channels opens a stream per tab.
 * @param token the only token to follow when the stream is not shared
 * @param isHidden whether a moderator has hidden the token: a shared stream leaves out its events
 * @throws ApiError when the service permanently rejects a stream
 */
export async function shareStream(
  chain: ChainSlug,
  { token, isHidden = false }: { token?: string | undefined; isHidden?: boolean | undefined },
  listener: Listener,
): Promise<void> {
  const hasLocks = typeof navigator !== "undefined" && navigator.locks !== undefined;
  if (isHidden || !hasLocks || typeof BroadcastChannel === "undefined") {
    await followAlone(chain, token, listener);
    return;
  }
  await followShared(chain, listener);
}

/** Whether a document that was rendered at `position` has everything up to and including `after`. */
function isCovered(position: string | null, after: string | undefined): boolean {
  if (position === null || after === undefined) return false;
  // The same block on another fork has another hash.
  return position === after || blockOf(position) > blockOf(after);
}

/** Positions begin with the number of their block. */
const blockOf = (position: string) => Number.parseInt(position, 10);

/** When the document began to arrive. Its position is from before, so no event since is missing. */
function documentArrivedAt(): number {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) return Date.now();
  return performance.timeOrigin + navigation.responseStart;
}

async function followAlone(
  chain: ChainSlug,
  token: string | undefined,
  { signal, resumeAfter, onEvent, onConnection }: Listener,
): Promise<void> {
  let isConnected = false;
  let isResumed = resumeAfter !== null;
  const events = followStream(chain, streamEvent, {
    ...(token === undefined ? {} : { token }),
    ...(resumeAfter === null ? {} : { lastEventId: resumeAfter }),
    figures: true,
    signal,
    onConnection(isNow) {
      if (isNow === isConnected) return;
      isConnected = isNow;
      onConnection(isNow, isResumed ? FROM_SERVER : Date.now());
      if (isNow) isResumed = false;
    },
  });
  for await (const event of events) onEvent(event);
}

/** State of a tab about the stream that it reads. */
type Lead = {
  /** `Date.now()` since which `recent` has every event of the last seconds. */
  since: number;
  recent: { at: number; event: StreamEvent }[];
  /** The event after which the stream began; null if it began at no position, or too much came since. */
  after: string | null;
};

async function followShared(chain: ChainSlug, listener: Listener): Promise<void> {
  const { signal, resumeAfter, onEvent } = listener;
  const name = `slipway.stream.1.${chain}`;
  const channel = new BroadcastChannel(name);
  const self = randomUuid();
  const post = (content: Message) => channel.postMessage(content);
  let isConnected = false;
  let lastEventId: string | null = null;
  /** Set while this tab has the stream. */
  let lead: Lead | null = null;

  const connect = (isNow: boolean, since: number) => {
    if (isNow === isConnected || signal.aborted) return;
    isConnected = isNow;
    listener.onConnection(isNow, since);
  };

  function welcome(to: string): void {
    if (lead === null) return;
    const { since, recent, after } = lead;
    const events = recent.map(({ event }) => event);
    const isWhole = after !== null && Date.now() - since <= RECENT_MS;
    const whole = isWhole ? { after } : {};
    post({ kind: "welcome", to, isConnected, lastEventId, since, recent: events, ...whole });
  }

  function receive(content: Message): void {
    if (signal.aborted) return;
    if (lead !== null) {
      if (content.kind === "hello") welcome(content.from);
    } else if (content.kind === "event") {
      lastEventId = content.event.id;
      onEvent(content.event);
    } else if (content.kind === "position") {
      lastEventId = content.lastEventId;
    } else if (content.kind === "connection") {
      connect(content.isConnected, Date.now());
    } else if (content.kind === "welcome" && content.to === self) {
      lastEventId = content.lastEventId;
      for (const event of content.recent) onEvent(event);
      const since = Math.max(content.since, Date.now() - RECENT_MS);
      connect(content.isConnected, isCovered(resumeAfter, content.after) ? FROM_SERVER : since);
    }
  }

  async function read(): Promise<void> {
    const own: Lead = { since: Date.now(), recent: [], after: null };
    lead = own;
    let isResumed = lastEventId === null && resumeAfter !== null;
    lastEventId ??= resumeAfter;
    const events = followStream(chain, streamEvent, {
      figures: true,
      signal,
      ...(lastEventId === null ? {} : { lastEventId }),
      onPosition(newest) {
        lastEventId = newest;
        post({ kind: "position", lastEventId });
      },
      onConnection(isNow) {
        // A closed tab sends nothing: the next one takes over at once.
        if (signal.aborted) return;
        own.since = isResumed ? documentArrivedAt() : Date.now();
        own.after = isResumed ? resumeAfter : null;
        own.recent = [];
        connect(isNow, isResumed ? FROM_SERVER : own.since);
        if (isNow) isResumed = false;
        post({ kind: "connection", isConnected: isNow });
      },
    });
    for await (const event of events) {
      const at = Date.now();
      own.recent = [...own.recent, { at, event }]
        .filter((one) => at - one.at <= RECENT_MS)
        .slice(-RECENT_MAX);
      if (own.recent.length === RECENT_MAX) {
        own.since = own.recent[0]?.at ?? at;
        own.after = null;
      }
      post({ kind: "event", event });
      onEvent(event);
    }
  }

  channel.onmessage = ({ data }) => {
    if (isMessage(data)) receive(data);
  };
  try {
    post({ kind: "hello", from: self });
    await navigator.locks.request(name, { signal }, read);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}
