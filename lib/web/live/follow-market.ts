import { ApiError } from "@slipway-launchpad/client";
import { matchQuery, type Query, type QueryClient } from "@tanstack/react-query";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { type OperationName, operationName } from "../operation-name";
import { FROM_SERVER, isOnePage } from "../queries";
import { patchCandles } from "./patch-candles";
import { isFilteredShown, patchLists, refreshPages } from "./patch-lists";
import { isOlder, watchPages } from "./patch-query";
import { patchToken } from "./patch-token";
import { patchTrades, refreshTrades } from "./patch-trades";
import { isUndoing, recentEvents } from "./recent-events";
import { shareStream } from "./share-stream";
import { markStream } from "./streamed";
import { throttle } from "./throttle";

/** Minimum interval, in milliseconds, of refetching data that events do not carry. */
const UNKNOWN_MS = 20_000;
const PEOPLE_MS = 15_000;
const LATE_CANDLES_MS = 10_000;
const EVERYTHING_MS = 2_000;
/** Interval, in milliseconds, of refetching data that changes with time, such as a 24h volume. */
const CORRECT_MS = 60_000;
/**
 * The same for the first time when no event was missed: images and decisions of moderators are in no
 * block, so those from before the stream opened are still missing.
 */
const RESUMED_CORRECT_MS = 10_000;
/** How long after its start a stream may send events that loaded data includes. */
const REPLAY_MS = 2_000;
/** How long a document's position is used: after that, replaying costs more than reading again. */
const RESUME_MS = 30_000;

/**
 * Keeps the page's data current until `signal` aborts: events are patched into cached responses
 * without a request. Without `token` it follows a chain's lists, with it one token. While there is
 * no stream, also when the service permanently rejects it, the queries poll as usual.
 */
export async function followMarket(options: {
  client: QueryClient;
  chain: ChainSlug;
  token?: string;
  /** Whether a moderator has hidden the token. */
  isHidden?: boolean;
  /** The event after which the document's data may lack events; used by its first stream only. */
  position?: string | undefined;
  signal: AbortSignal;
}): Promise<void> {
  const { client, chain, token, isHidden, position, signal } = options;
  const stopWatching = watchPages(client);
  const recent = recentEvents(client, (query, missed) => {
    applyMissed(client, chain, missed);
    if (missed.some(isUndoing)) readBefore(Date.now() + 1);
    else if (missed.some((event) => isTradeOf(query, chain, event))) tasks.onLateCandles();
  });
  /** Applies events to lists that were requested before them. */
  const catchUp = async (request: Promise<void>) => {
    const count = recent.count();
    // A failure shows up at the next poll; the shown data stays valid until then.
    await request.catch(() => undefined);
    if (signal.aborted) return;
    const missed = recent.after(count);
    applyMissed(client, chain, missed);
    if (missed.some(isUndoing)) readBefore(Date.now() + 1);
  };
  const tasks =
    token === undefined ? listTasks(client, chain, catchUp) : tokenTasks(client, chain, token);
  let due = 0;
  const everything = throttle(() => tasks.readAnew(due), EVERYTHING_MS);
  const readBefore = (moment: number) => {
    due = Math.max(due, moment);
    everything.request();
  };
  /** A tab also gets recent events of another one before it is connected. */
  let replayedUntil = Number.POSITIVE_INFINITY;
  let correction: ReturnType<typeof setTimeout> | undefined;
  const correctIn = (milliseconds: number) => {
    correction = setTimeout(() => {
      tasks.correct(Date.now());
      correctIn(CORRECT_MS);
    }, milliseconds);
  };
  try {
    await shareStream(
      chain,
      { token, isHidden },
      {
        signal,
        resumeAfter: takePosition(chain, position),
        onConnection(isConnected, since) {
          markStream(chain, token, isConnected);
          if (signal.aborted) return;
          renewPolling(client);
          clearTimeout(correction);
          replayedUntil = Date.now() + REPLAY_MS;
          if (isConnected) correctIn(since === FROM_SERVER ? RESUMED_CORRECT_MS : CORRECT_MS);
          // On connect to fetch missed data, on disconnect to return to polling.
          readBefore(isConnected ? since : Date.now());
        },
        onEvent(event) {
          recent.add(event);
          apply(client, chain, event, { tasks, isReplayed: Date.now() < replayedUntil });
          if (isUndoing(event)) readBefore(Date.now());
        },
      },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) reportError(error);
  } finally {
    markStream(chain, token, false);
    clearTimeout(correction);
    recent.stop();
    stopWatching();
    everything.stop();
    tasks.stop();
  }
}

/** Applies `isStreamed` to polling, which React Query decides on only when a query changes. */
function renewPolling(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: "active" })) query.setState({});
}

/** Chains whose position this document has used: its data is newer by the time of a second stream. */
const resumed = new Set<ChainSlug>();

function takePosition(chain: ChainSlug, position: string | undefined): string | null {
  if (position === undefined || resumed.has(chain)) return null;
  resumed.add(chain);
  return performance.now() > RESUME_MS ? null : position;
}

type Tasks = {
  /** @param isReplayed whether loaded data may include the trade */
  onTrade(tokenAddress: string, isReplayed: boolean): void;
  onLaunch(): void;
  /** Called when a list shows data that only the service has. */
  onUnknown(): void;
  /** Called when candles may lack a trade, and cannot show whether they do. */
  onLateCandles(): void;
  /** Refetches data that was fetched before a moment. */
  readAnew(before: number): void;
  /** The same, for data that changes with time; long lists less often. */
  correct(before: number): void;
  stop(): void;
};

function apply(
  client: QueryClient,
  chain: ChainSlug,
  event: StreamEvent,
  { tasks, isReplayed }: { tasks: Tasks; isReplayed: boolean },
): void {
  if (event.event === "launch") tasks.onLaunch();
  else if (event.event === "trade") {
    patchTrades(client, chain, event.data);
    // Candles do not show which trades they include.
    if (!isReplayed) patchCandles(client, chain, event.data);
    tasks.onTrade(event.data.tokenAddress, isReplayed);
  } else if (event.event === "token") {
    patchToken(client, chain, event.data);
    if (patchLists(client, chain, event.data)) tasks.onUnknown();
  }
}

/** Applies events again that a response may lack. Candles cannot show it, so they are refetched. */
function applyMissed(client: QueryClient, chain: ChainSlug, missed: StreamEvent[]): void {
  for (const event of missed) {
    if (event.event === "trade") patchTrades(client, chain, event.data);
    else if (event.event === "token") {
      patchToken(client, chain, event.data);
      patchLists(client, chain, event.data);
    }
  }
}

/** Whether a query is of the candles of a trade's token. */
function isTradeOf(query: Query, chain: ChainSlug, { event, data }: StreamEvent): boolean {
  if (event !== "trade") return false;
  const { tokenAddress } = data;
  const queryKey = [operationName("listCandles"), { params: { chain, tokenAddress } }];
  return matchQuery({ queryKey }, query);
}

function listTasks(
  client: QueryClient,
  chain: ChainSlug,
  catchUp: (request: Promise<void>) => Promise<void>,
): Tasks {
  const refresh = (before: number, everyMs = 0) =>
    catchUp(refreshPages(client, chain, { before, everyMs }));
  const readNewest = (before: number) => {
    const queryKey = [operationName("listNewTokens"), { params: { chain } }];
    const predicate = (query: Query) => isOlder(query, before);
    void client.invalidateQueries({ queryKey, predicate });
  };
  const unknown = throttle(() => void refresh(Date.now() + 1, UNKNOWN_MS), UNKNOWN_MS);
  return {
    onTrade: () => undefined,
    onLaunch() {
      if (isFilteredShown(client, chain)) unknown.request();
    },
    onUnknown: unknown.request,
    onLateCandles: () => undefined,
    readAnew(before) {
      readNewest(before);
      void refresh(before);
    },
    correct(before) {
      readNewest(before);
      void refresh(before, CORRECT_MS);
    },
    stop: unknown.stop,
  };
}

function tokenTasks(client: QueryClient, chain: ChainSlug, tokenAddress: string): Tasks {
  const ofToken = { chain, tokenAddress };
  const everything = Number.POSITIVE_INFINITY;
  const invalidate = (before: number, ...names: OperationName[]) => {
    for (const name of names) {
      const queryKey = [name, { params: ofToken }];
      const predicate = (query: Query) => isOlder(query, before);
      void client.invalidateQueries({ queryKey, predicate });
    }
  };
  const invalidatePeople = (before: number) => {
    invalidate(before, "getTokenDetails", "getTokenFees", "getTokenMarks");
    void client.invalidateQueries({
      queryKey: [operationName("listHolders"), ofToken],
      predicate: (query) => isOnePage(query) && isOlder(query, before),
    });
  };
  const people = throttle(() => invalidatePeople(everything), PEOPLE_MS);
  const readCandles = () => invalidate(everything, "listCandles");
  const candles = throttle(readCandles, EVERYTHING_MS);
  const lateCandles = throttle(readCandles, LATE_CANDLES_MS);
  const readAnew = (before: number) => {
    invalidate(before, "getToken", "getTokenPrice", "listCandles");
    refreshTrades(client, ofToken, before);
    invalidatePeople(before);
  };
  return {
    onTrade(traded, isReplayed) {
      if (traded !== tokenAddress) return;
      people.request();
      if (isReplayed) candles.request();
    },
    onLaunch: () => undefined,
    onUnknown: () => undefined,
    onLateCandles: lateCandles.request,
    readAnew,
    correct: readAnew,
    stop() {
      people.stop();
      candles.stop();
      lateCandles.stop();
    },
  };
}
