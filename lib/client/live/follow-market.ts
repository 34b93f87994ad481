import type { QueryClient } from "@tanstack/react-query";
import type { ChainSlug } from "../../domain/chains";
import type { StreamEvent } from "../../schemas/stream";
import { type OperationName, operationName } from "../operation-name";
import { isOnePage } from "../queries";
import { streamMarket } from "../stream-market";
import { patchMarketCap, refreshFirstPages } from "./patch-lists";
import { patchTrades, refreshTrades } from "./patch-trades";
import { noteStream } from "./streamed";
import { type Throttled, throttle } from "./throttle";

/** How often at most is read anew what an event changes, in milliseconds. */
const NEWEST_MS = 1_000;
const RANKING_MS = 2_000;
const MARKET_MS = 1_000;
const PEOPLE_MS = 5_000;

/**
 * Keeps the page's answers as new as the chain until `signal` ends it: a trade goes into the lists
 * at once, and what has to be computed is read anew soon after. Without `token` it follows the lists
 * of a chain, with it one token. While no stream can be had, the queries poll as ever.
 * @throws ApiError when the service refuses a stream for good
 */
export async function followMarket(options: {
  client: QueryClient;
  chain: ChainSlug;
  token?: string;
  signal: AbortSignal;
}): Promise<void> {
  const { client, chain, token, signal } = options;
  const refresh = token === undefined ? listTasks(client, chain) : tokenTasks(client, chain, token);
  try {
    for await (const event of streamMarket(chain, {
      ...(token === undefined ? {} : { token }),
      signal,
      onConnection(isConnected) {
        noteStream(chain, token, isConnected);
        if (signal.aborted) return;
        // Both ways: to catch up with what was missed, and to fall back to polling.
        refresh.everything();
      },
    })) {
      apply(client, chain, event, refresh);
    }
  } finally {
    noteStream(chain, token, false);
    for (const task of refresh.tasks) task.stop();
  }
}

type Refresh = {
  tasks: Throttled[];
  onLaunch(): void;
  onTrade(): void;
  everything(): void;
};

function apply(client: QueryClient, chain: ChainSlug, event: StreamEvent, refresh: Refresh): void {
  if (event.event === "launch") refresh.onLaunch();
  else if (event.event === "trade") {
    patchMarketCap(client, chain, event.data);
    patchTrades(client, chain, event.data);
    refresh.onTrade();
  } else if (event.event !== "ready") refresh.everything();
}

function listTasks(client: QueryClient, chain: ChainSlug): Refresh {
  const newest = throttle(
    () =>
      void client.invalidateQueries({
        queryKey: [operationName("listNewTokens"), { params: { chain } }],
      }),
    NEWEST_MS,
  );
  const ranking = throttle(() => {
    // A failure shows with the next regular question; what is shown stays right until then.
    refreshFirstPages(client, chain).catch(() => undefined);
  }, RANKING_MS);
  const everything = () => {
    newest.request();
    ranking.request();
  };
  return {
    tasks: [newest, ranking],
    onTrade: ranking.request,
    onLaunch: everything,
    everything,
  };
}

function tokenTasks(client: QueryClient, chain: ChainSlug, tokenAddress: string): Refresh {
  const ofToken = { chain, tokenAddress };
  const invalidate =
    (...names: OperationName[]) =>
    () => {
      for (const name of names) {
        void client.invalidateQueries({ queryKey: [name, { params: ofToken }] });
      }
    };
  const market = throttle(invalidate("listCandles", "getTokenPrice"), MARKET_MS);
  const people = throttle(() => {
    invalidate("getTokenFees")();
    const queryKey = [operationName("listHolders"), ofToken];
    void client.invalidateQueries({ queryKey, predicate: isOnePage });
  }, PEOPLE_MS);
  const onTrade = () => {
    market.request();
    people.request();
  };
  return {
    tasks: [market, people],
    onTrade,
    onLaunch: onTrade,
    everything() {
      invalidate("getToken")();
      refreshTrades(client, ofToken);
      onTrade();
    },
  };
}
