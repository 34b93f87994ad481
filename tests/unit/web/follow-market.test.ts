import {
  environmentManager,
  InfiniteQueryObserver,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from "@tanstack/react-query";
import { type Address, getAddress } from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PRICE_EXAMPLES } from "@/lib/features/market/operations/market-examples";
import { LIST_EXAMPLES, NEW_LIST_EXAMPLES } from "@/lib/features/market/operations/tokens-examples";
import type { TradeFilter } from "@/lib/features/market/rules/trade";
import type { TokenCandles } from "@/lib/features/market/schema/market";
import { tokenPrice } from "@/lib/features/market/schema/price";
import { newTokenList, tokenList } from "@/lib/features/market/schema/tokens";
import { STREAM_DOCS } from "@/lib/features/stream/docs";
import { streamEvent } from "@/lib/features/stream/schema";
import { followMarket } from "@/lib/web/live/follow-market";
import { keepOlder, patchCandles, patchEmptyCandles } from "@/lib/web/live/patch-candles";
import { patchLists, refreshPages } from "@/lib/web/live/patch-lists";
import { patchToken } from "@/lib/web/live/patch-token";
import { patchTrades, refreshTrades } from "@/lib/web/live/patch-trades";
import { isStreamed, markStream } from "@/lib/web/live/streamed";
import { throttle } from "@/lib/web/live/throttle";
import { historyQuery, launchesQuery, positionsQuery } from "@/lib/web/portfolio-queries";
import {
  every,
  FROM_SERVER,
  newTokensQuery,
  sortedTokensQuery,
  type TokenSort,
  tokenQuery,
} from "@/lib/web/queries";
import {
  holdersQuery,
  tokenFeesQuery,
  tradersQuery,
  tradesQuery,
} from "@/lib/web/token/activity-queries";
import {
  candlesQuery,
  tokenDetailsQuery,
  tokenMarksQuery,
  tokenPriceQuery,
} from "@/lib/web/token/token-queries";

const event = streamEvent.parse(STREAM_DOCS.streamMarket.examples.response);
if (event.event !== "trade") throw new Error("The example is a trade");
const trade = event.data;
const figuresEvent = streamEvent.parse(STREAM_DOCS.streamMarket.examples.otherResponses.token);
if (figuresEvent.event !== "token") throw new Error("The example is of a token's figures");
const figures = figuresEvent.data;
/** Checksummed addresses of other tokens. */
const OTHERS = [1, 2, 3].map((n) => getAddress(`0x${String(n).repeat(40)}`));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  environmentManager.setIsServer(() => typeof window === "undefined");
});

describe("stream updates of the page", () => {
  /** The cached newest tokens, of which the example is the second. */
  function holdNewest(client: QueryClient, limit: number) {
    const { data, ...rest } = newTokenList.parse(NEW_LIST_EXAMPLES.response);
    const [shown] = data;
    if (shown === undefined) throw new Error("The example lists a token");
    const other = (nth: number, createdAt: number) => ({
      ...shown,
      tokenAddress: OTHERS[nth] ?? shown.tokenAddress,
      createdAt,
    });
    const tokens = [other(0, shown.createdAt + 9), shown, other(1, shown.createdAt - 9)];
    const list = { ...rest, data: tokens, pagination: { limit, offset: 0 } };
    const { queryKey } = newTokensQuery("base-sepolia", limit);
    client.setQueryData(queryKey, list, { updatedAt: 1_000 });
    const addresses = () =>
      client.getQueryData(queryKey)?.data.map(({ tokenAddress }) => tokenAddress);
    return { list, shown, queryKey, addresses };
  }

  it("updates the figures of the token in its list, and nowhere else", () => {
    const client = new QueryClient();
    const { list, shown, queryKey } = holdNewest(client, 18);
    const changed = { ...figures, marketCapETH: "7", image: "https://launchpad.example/ipfs/b" };
    patchLists(client, "base", changed);
    expect(client.getQueryData(queryKey)).toEqual(list);
    patchLists(client, "base-sepolia", changed);
    const { marketCapETH, image } = changed;
    expect(client.getQueryData(queryKey)?.data[1]).toEqual({ ...shown, marketCapETH, image });
    // Values that the event does not contain stay unchanged.
    expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1_000);
  });

  it("adds a new token on top of the newest ones, without growing the list", () => {
    const client = new QueryClient();
    const { shown, addresses } = holdNewest(client, 3);
    const added = OTHERS[2] ?? shown.tokenAddress;
    patchLists(client, "base-sepolia", {
      ...figures,
      tokenAddress: added,
      createdAt: shown.createdAt + 60,
    });
    expect(addresses()).toEqual([added, OTHERS[0], shown.tokenAddress]);
  });

  it("does not reorder the newest tokens when an older one is traded", () => {
    const client = new QueryClient();
    const { shown, addresses } = holdNewest(client, 3);
    const old = {
      ...figures,
      tokenAddress: OTHERS[2] ?? shown.tokenAddress,
      createdAt: shown.createdAt - 600,
    };
    patchLists(client, "base-sepolia", old);
    expect(addresses()).toEqual([OTHERS[0], shown.tokenAddress, OTHERS[1]]);
  });

  it.each([
    ["leaves out an old token that is traded after a newer one was hidden", 3, [0, 1]],
    ["adds it to a list that has all tokens", 4, [0, 1, 2]],
  ])("%s", (_, limit, expected) => {
    const client = new QueryClient();
    const { shown, addresses } = holdNewest(client, limit);
    const moderation = { state: "hidden" as const, reason: "other" as const };
    patchLists(client, "base-sepolia", { ...figures, moderation });
    patchLists(client, "base-sepolia", {
      ...figures,
      tokenAddress: OTHERS[2] ?? shown.tokenAddress,
      createdAt: shown.createdAt - 600,
    });
    expect(addresses()).toEqual(expected.map((nth) => OTHERS[nth]));
  });

  /** A cached ranking: the example between two others. */
  function holdRanking(
    client: QueryClient,
    options: { sort?: TokenSort; manager?: string; isLast?: boolean } = {},
  ) {
    const { sort = "marketCap", manager = "", isLast = false } = options;
    const [shown] = tokenList.parse(LIST_EXAMPLES.response).data;
    if (shown === undefined) throw new Error("The example lists a token");
    const row = (tokenAddress: Address, marketCapETH: string) => ({
      ...shown,
      tokenAddress,
      marketCapETH,
      sparkline: ["1", marketCapETH],
    });
    const [large, small] = OTHERS;
    if (large === undefined || small === undefined) throw new Error("There are three others");
    const data = [row(large, "9"), row(shown.tokenAddress, "5"), row(small, "2")];
    const { queryKey } = sortedTokensQuery(["base-sepolia"], sort, { manager, ownerAddress: "" });
    const pages = [[{ chain: "base-sepolia" as const, data, next: isLast ? null : "d.1", isLast }]];
    client.setQueryData(queryKey, {
      pages,
      pageParams: [[{ chain: "base-sepolia" as const, cursor: null }]],
    });
    const tokens = () => client.getQueryData(queryKey)?.pages[0]?.[0]?.data ?? [];
    return { tokens, ranks: () => tokens().map((token) => token.marketCapETH) };
  }

  it("moves a token to its new rank and updates the end of its sparkline", () => {
    const client = new QueryClient();
    const { tokens, ranks } = holdRanking(client);
    expect(patchLists(client, "base-sepolia", { ...figures, marketCapETH: "12" })).toBe(false);
    expect(ranks()).toEqual(["12", "9", "2"]);
    const { volume24h, priceChange24h, marketCapUSD } = figures;
    const sparkline = ["1", "12"];
    expect(tokens()[0]).toMatchObject({ sparkline, volume24h, priceChange24h, marketCapUSD });
    patchLists(client, "base-sepolia", { ...figures, marketCapETH: "1" });
    expect(ranks()).toEqual(["9", "2", "1"]);
  });

  it.each([
    ["adds one that has come up, and says that its line is missing", "4", {}, ["9", "5", "4", "2"]],
    ["leaves out one below what is loaded", "1", {}, ["9", "5", "2"]],
    [
      "adds one at the end of a list that is loaded whole",
      "1",
      { isLast: true },
      ["9", "5", "2", "1"],
    ],
    ["adds none to a list with a filter", "4", { manager: OTHERS[0] }, ["9", "5", "2"]],
  ])("%s", (_, marketCapETH, options, expected) => {
    const client = new QueryClient();
    const { ranks, tokens } = holdRanking(client, options);
    const tokenAddress = OTHERS[2] ?? figures.tokenAddress;
    const isIncomplete = patchLists(client, "base-sepolia", {
      ...figures,
      tokenAddress,
      marketCapETH,
    });
    expect(ranks()).toEqual(expected);
    expect(isIncomplete).toBe(expected.length === 4);
    const added = tokens().find((token) => token.tokenAddress === tokenAddress);
    // Its price is known; the rest is not, which rows show.
    if (added !== undefined) {
      expect(added.figures).toMatchObject({ priceETH: figures.priceETH, holders: 0, trades24h: 0 });
    }
  });

  it("updates the figures on the token page", () => {
    const client = new QueryClient();
    const held = tokenPrice.parse(PRICE_EXAMPLES.response);
    const { queryKey } = tokenPriceQuery("base-sepolia", figures.tokenAddress);
    client.setQueryData(queryKey, held);
    const changed = { ...figures, marketCapETH: "7", volume24h: "8", volume7d: "9" };
    patchToken(client, "base-sepolia", changed);
    const now = client.getQueryData(queryKey);
    expect(now?.price).toMatchObject({ current: "7", marketCapETH: "7", allTimeHigh: "1.3852" });
    expect(now?.volume).toMatchObject({ volume24h: "8", volume7d: "9" });
    expect(now?.trading).toEqual(figures.trading);
    expect(now?.status).toEqual(held.status);
  });

  const minute = trade.timestamp - (trade.timestamp % 60);
  /** One-minute candles, all at one ether. */
  function minutes(...starts: number[]): TokenCandles {
    const all = { open: "1", high: "1", low: "1", close: "1", marketCap: "1" };
    const meta = { network: "testnet" as const, timestamp: minute };
    return {
      tokenAddress: trade.tokenAddress,
      interval: "1m",
      candles: starts.map((timestamp) => ({
        timestamp,
        ...all,
        closeUSDC: "3000",
        volume: "0",
        price: "0.00000000001",
      })),
      meta,
    };
  }
  const at = (timestamp: number) => ({ network: "testnet" as const, timestamp });
  function holdCandles(client: QueryClient, held: TokenCandles, updatedAt = Date.now()) {
    const { queryKey } = candlesQuery("base-sepolia", trade.tokenAddress, "1m");
    client.setQueryData(queryKey, held, { updatedAt });
    return () => client.getQueryData(queryKey)?.candles ?? [];
  }

  it("adds a trade to its candle once, with empty candles before and after it", () => {
    const client = new QueryClient();
    const candles = holdCandles(client, minutes(minute - 120));
    const up = { ...trade, marketCapETH: "1.5", amountETH: "0.25", priceETH: "0.000000000015" };
    patchCandles(client, "base-sepolia", up);
    patchCandles(client, "base-sepolia", up);
    const down = { ...trade, marketCapETH: "0.5", amountETH: "0.5", timestamp: minute - 60 };
    expect(candles().map(({ timestamp }) => timestamp)).toEqual([
      minute - 120,
      minute - 60,
      minute,
    ]);
    expect(candles()[1]).toMatchObject({ open: "1", close: "1", volume: "0" });
    expect(candles()[2]).toEqual({
      timestamp: minute,
      open: "1",
      high: "1.5",
      low: "1",
      close: "1.5",
      marketCap: "1.5",
      closeUSDC: "4500",
      volume: "0.25",
      price: "0.000000000015",
    });
    patchCandles(client, "base-sepolia", { ...up, marketCapETH: "1.25" });
    expect(candles()[2]).toMatchObject({ high: "1.5", close: "1.25", volume: "0.5" });
    patchCandles(client, "base-sepolia", { ...down, marketCapETH: "0.5" });
    expect(candles()[1]).toMatchObject({ low: "0.5", close: "0.5", volume: "0.5" });
  });

  it("continues from the last candle without trades, by the service's clock", () => {
    const client = new QueryClient();
    const candles = holdCandles(client, minutes(minute - 60, minute), Date.now() - 121_000);
    patchEmptyCandles(client, "base-sepolia", trade.tokenAddress);
    expect(candles().map(({ timestamp, volume }) => [timestamp - minute, volume])).toEqual([
      [-60, "0"],
      [0, "0"],
      [60, "0"],
      [120, "0"],
    ]);
  });

  it("keeps older candles that a new response does not include, unless there is a gap", () => {
    const fresh = minutes(minute - 60, minute);
    const starts = (held: TokenCandles) => keepOlder(held, fresh).candles.map((c) => c.timestamp);
    expect(starts(minutes(minute - 180, minute - 120))).toEqual([
      minute - 180,
      minute - 120,
      minute - 60,
      minute,
    ]);
    expect(starts({ ...minutes(minute - 240, minute - 180), meta: at(minute - 180) })).toEqual([
      minute - 60,
      minute,
    ]);
  });

  it("replaces candles that were added while the page was hidden for longer than a response covers", () => {
    const client = new QueryClient();
    // Hidden since a response that is ten minutes old.
    const held = { ...minutes(minute - 660, minute - 600), meta: at(minute - 600) };
    const candles = holdCandles(client, held, Date.now() - 600_000);
    patchEmptyCandles(client, "base-sepolia", trade.tokenAddress);
    expect(candles()).toEqual(held.candles);
    // A trade fills the time before it until the next response.
    patchCandles(client, "base-sepolia", trade);
    const patched = client.getQueryData(
      candlesQuery("base-sepolia", trade.tokenAddress, "1m").queryKey,
    );
    const fresh = minutes(minute - 60, minute);
    expect(keepOlder(patched, fresh)).toEqual(fresh);
  });

  it("adds a trade on top of its token's list, once", () => {
    const client = new QueryClient();
    const { queryKey } = tradesQuery("base-sepolia", trade.tokenAddress);
    const { tokenAddress } = trade;
    const meta = { network: "testnet" as const, timestamp: trade.timestamp };
    client.setQueryData(queryKey, {
      pages: [{ tokenAddress, trades: [], nextCursor: null, meta }],
      pageParams: [null],
    });
    patchTrades(client, "base-sepolia", trade);
    patchTrades(client, "base-sepolia", trade);
    // The stream may replay trades of the pages that are not loaded.
    patchTrades(client, "base-sepolia", { ...trade, id: "1-1", timestamp: trade.timestamp - 60 });
    const { tokenAddress: _, ...shown } = trade;
    expect(client.getQueryData(queryKey)?.pages[0]?.trades).toEqual([shown]);
  });

  it("adds a trade only to the filtered lists that show it", () => {
    const client = new QueryClient();
    const { tokenAddress, trader } = trade;
    const meta = { network: "testnet" as const, timestamp: trade.timestamp };
    const shows = (filter: TradeFilter) => {
      const { queryKey } = tradesQuery("base-sepolia", tokenAddress, filter);
      client.setQueryData(queryKey, {
        pages: [{ tokenAddress, trades: [], nextCursor: null, meta }],
        pageParams: [null],
      });
      patchTrades(client, "base-sepolia", trade);
      return client.getQueryData(queryKey)?.pages[0]?.trades.length;
    };
    expect(shows({ trader, minETH: "0.01" })).toBe(1);
    expect(shows({ trader: `${OTHERS[0]},${trader}` })).toBe(1);
    expect(shows({ trader: OTHERS[0] ?? "" })).toBe(0);
    expect(shows({ minETH: "10" })).toBe(0);
    refreshTrades(client, { chain: "base-sepolia", tokenAddress });
    expect(client.getQueryCache().getAll()).toHaveLength(4);
    for (const { state } of client.getQueryCache().getAll()) expect(state.isInvalidated).toBe(true);
  });

  it("refetches only the newest trades of a long list", () => {
    const client = new QueryClient();
    const { queryKey } = tradesQuery("base-sepolia", trade.tokenAddress);
    const { tokenAddress } = trade;
    const meta = { network: "testnet" as const, timestamp: trade.timestamp };
    const cursors = [null, "1", "2", "3", "4"];
    const pages = cursors.map((nextCursor) => ({ tokenAddress, trades: [], nextCursor, meta }));
    client.setQueryData(queryKey, { pages, pageParams: cursors });
    refreshTrades(client, { chain: "base-sepolia", tokenAddress });
    expect(client.getQueryData(queryKey)?.pageParams).toEqual([null, "1", "2"]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  /** A shown ranking of two tokens a page, and the service's current one: names with market caps. */
  function holdLongRanking(client: QueryClient, loaded: string[], served: string[]) {
    const [shown] = tokenList.parse(LIST_EXAMPLES.response).data;
    if (shown === undefined) throw new Error("The example lists a token");
    const addressOf = (nth: number) => getAddress(`0x${nth.toString(16).padStart(40, "0")}`);
    const rows = (names: string[]) =>
      names.map((name) => {
        const [nth = "", marketCapETH = ""] = name.split(":");
        return { ...shown, tokenAddress: addressOf(Number(nth)), marketCapETH };
      });
    const inPages = (names: string[]) =>
      Array.from({ length: Math.ceil(names.length / 2) }, (_, page) =>
        rows(names.slice(2 * page, 2 * page + 2)),
      );
    const options = sortedTokensQuery(["base"], "marketCap", { ownerAddress: OTHERS[0] ?? "" }, 2);
    const pages = inPages(loaded).map((data, page) => [
      { chain: "base" as const, data, next: `d.${page + 1}`, isLast: false },
    ]);
    client.setQueryData(options.queryKey, {
      pages,
      pageParams: pages.map(() => [{ chain: "base" as const, cursor: null }]),
    });
    const cursors: (string | null)[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      const cursor = new URL(url, "http://launchpad.example").searchParams.get("cursor");
      cursors.push(cursor);
      const page = Number(cursor?.slice(2) ?? 0);
      const all = inPages(served);
      const next = page + 1 < all.length ? { next: `d.${page + 1}` } : {};
      const pagination = { limit: 2, offset: 0, ...next };
      return Response.json({ ...LIST_EXAMPLES.response, data: all[page] ?? [], pagination });
    });
    const observer = new InfiniteQueryObserver(client, { ...options, refetchOnMount: false });
    const stop = observer.subscribe(() => undefined);
    const names = () =>
      client
        .getQueryData(options.queryKey)
        ?.pages.map((page) =>
          page.flatMap(({ data }) =>
            data.map((token) => `${BigInt(token.tokenAddress)}:${token.marketCapETH}`),
          ),
        );
    return { names, cursors, observer, stop };
  }

  it("shows what the service lists on all loaded pages, and no row from before", async () => {
    const client = new QueryClient();
    const loaded = ["1:900", "2:50", "5:30", "3:20"];
    const served = ["6:10", "7:9", "4:6", "5:3", "3:2"];
    const { names, cursors, stop } = holdLongRanking(client, loaded, served);
    await refreshPages(client, "base");
    stop();
    expect(cursors).toEqual([null, "d.1"]);
    expect(names()).toEqual([
      ["6:10", "7:9"],
      ["4:6", "5:3"],
    ]);
  });

  it("keeps all loaded pages of a long list, and requests at most twenty", async () => {
    const client = new QueryClient();
    const loaded = Array.from({ length: 44 }, (_, nth) => `${nth + 1}:${100 - nth}`);
    const served = loaded.map((name) => `${name}.5`);
    const { names, cursors, stop } = holdLongRanking(client, loaded, served);
    await refreshPages(client, "base");
    stop();
    expect(cursors).toHaveLength(20);
    expect(names()?.flat()).toEqual([...served.slice(0, 40), ...loaded.slice(40)]);
  });

  it("corrects a list of several pages less often, and each of its chains", async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const chains = ["base", "base-sepolia"] as const;
    const options = sortedTokensQuery(chains, "volume24h", {});
    const { data } = tokenList.parse(LIST_EXAMPLES.response);
    const page = chains.map((chain) => ({ chain, data, next: "d.1", isLast: false }));
    client.setQueryData(options.queryKey, {
      pages: [page, page, page],
      pageParams: [0, 1, 2].map(() => options.initialPageParam),
    });
    const observer = new InfiniteQueryObserver(client, { ...options, refetchOnMount: false });
    const stop = observer.subscribe(() => undefined);
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      requests.push(url.replace(/^.*\/v1\/([^/]*)\/.*$/, "$1"));
      const pagination = { limit: 50, offset: 0, next: "d.1" };
      return Response.json({ ...LIST_EXAMPLES.response, pagination });
    });
    const corrected: number[] = [];
    for (let minute = 1; minute <= 6; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      const due = { before: Date.now(), everyMs: 60_000 };
      for (const chain of chains) await refreshPages(client, chain, due);
      corrected.push(requests.length);
    }
    stop();
    expect(corrected).toEqual([0, 0, 6, 6, 6, 12]);
    expect(requests.filter((chain) => chain === "base")).toHaveLength(6);
  });

  it("corrects the loaded pages also while the next one loads", async () => {
    const client = new QueryClient();
    const served = ["2:9", "1:8", "3:7"];
    const { names, observer, stop } = holdLongRanking(client, ["1:900", "2:9"], served);
    await Promise.all([observer.fetchNextPage(), refreshPages(client, "base")]);
    stop();
    expect(names()).toEqual([["2:9", "1:8"], ["3:7"]]);
  });

  it("requests the first page of a long list when a stream opens, and never without one", async () => {
    const client = new QueryClient();
    const options = sortedTokensQuery(["base"], "marketCap", { manager: "", ownerAddress: "" });
    const { data } = tokenList.parse(LIST_EXAMPLES.response);
    const pages = [0, 1, 2].map(() => [
      { chain: "base" as const, data, next: "d.1", isLast: false },
    ]);
    client.setQueryData(options.queryKey, {
      pages,
      pageParams: [null, "d.3", "d.2"].map((cursor) => [{ chain: "base" as const, cursor }]),
    });
    const observer = new InfiniteQueryObserver(client, options);
    const stop = observer.subscribe(() => undefined);
    const requests: string[] = [];
    const refusals = 2;
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
      requests.push(url.replace(/^.*\/v1/, ""));
      if (url.includes("/tokens?")) return Response.json(LIST_EXAMPLES.response);
      if (requests.length <= refusals) return Response.json({ error: "Busy" }, { status: 503 });
      const start = (controller: ReadableStreamDefaultController) =>
        signal.addEventListener("abort", () => controller.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    });
    // A browser that cannot share a stream between its tabs.
    vi.stubGlobal("BroadcastChannel", undefined);
    const open = new AbortController();
    const following = followMarket({ client, chain: "base", signal: open.signal });
    await vi.advanceTimersByTimeAsync(40_000);
    open.abort();
    await following;
    stop();
    const stream = "/base/stream?figures=true";
    // Its response has no cursor: the list has become short.
    const first = "/base/tokens?sort=marketCap&sparkline=true&figures=true&limit=50";
    expect(requests).toEqual([stream, stream, stream, first]);
  });

  it("reports an error of its own, but no stream that the service rejects", async () => {
    const reported: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
    vi.stubGlobal("fetch", async () => Response.json({ error: "Not found" }, { status: 404 }));
    vi.stubGlobal("BroadcastChannel", undefined);
    const client = new QueryClient();
    const follow = () =>
      followMarket({ client, chain: "base", signal: new AbortController().signal });
    await follow();
    expect(reported).toEqual([]);
    const bug = new TypeError("x is undefined");
    vi.spyOn(client.getQueryCache(), "findAll").mockImplementation(() => {
      throw bug;
    });
    vi.stubGlobal("fetch", async () => new Response(new ReadableStream()));
    await follow();
    expect(reported).toEqual([bug]);
  });

  it("continues a page's first stream at the page's position, without reading its data again", async () => {
    vi.useFakeTimers();
    // Without a window, queries are not polled.
    environmentManager.setIsServer(() => false);
    const client = new QueryClient();
    const options = newTokensQuery("robinhood", 18);
    const list = newTokenList.parse(NEW_LIST_EXAMPLES.response);
    client.setQueryData(options.queryKey, list, { updatedAt: FROM_SERVER });
    const observer = new QueryObserver(client, options);
    const stop = observer.subscribe(() => undefined);
    const requests: (string | null)[] = [];
    vi.stubGlobal("fetch", async (url: string, { signal, headers }: RequestInit) => {
      const isStream = url.includes("/stream?");
      requests.push(isStream ? new Headers(headers).get("Last-Event-ID") : "list");
      if (!isStream) return Response.json(NEW_LIST_EXAMPLES.response);
      return new Response(
        new ReadableStream({
          start: (controller) =>
            signal?.addEventListener("abort", () => controller.error(signal.reason)),
        }),
      );
    });
    vi.stubGlobal("BroadcastChannel", undefined);
    const follow = () => {
      const open = new AbortController();
      const { signal } = open;
      const position = "1204-end-77aa01bc";
      const following = followMarket({ client, chain: "robinhood", position, signal });
      return async () => {
        open.abort();
        await following;
      };
    };
    const leave = follow();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(requests).toEqual(["1204-end-77aa01bc"]);
    // Data that is in no block, such as an image, is read a little later.
    await vi.advanceTimersByTimeAsync(2_000);
    await leave();
    expect(requests).toEqual(["1204-end-77aa01bc", "list"]);
    // The page has been open for long when its stream opens again.
    requests.length = 0;
    const leaveAgain = follow();
    await vi.advanceTimersByTimeAsync(1_500);
    await leaveAgain();
    stop();
    expect(requests).toEqual([null, "list"]);
  });

  it("reads candles again after a replayed trade, which they may include, and adds a later one", async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const { tokenAddress } = trade;
    const options = candlesQuery("base-sepolia", tokenAddress, "1m");
    client.setQueryData(options.queryKey, minutes(minute));
    const stop = new QueryObserver(client, { ...options, staleTime: 60_000 }).subscribe(() => {});
    const requests: string[] = [];
    let send: (text: string) => void = () => undefined;
    vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
      const { pathname } = new URL(url, "http://launchpad.example");
      requests.push(pathname.replace(/^.*\//, ""));
      if (pathname.endsWith("/candles")) return Response.json(minutes(minute));
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            send = (text) => controller.enqueue(new TextEncoder().encode(text));
            signal?.addEventListener("abort", () => controller.error(signal.reason));
          },
        }),
      );
    });
    vi.stubGlobal("BroadcastChannel", undefined);
    const open = new AbortController();
    const { signal } = open;
    await vi.advanceTimersByTimeAsync(1_000);
    const following = followMarket({ client, chain: "base-sepolia", token: tokenAddress, signal });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toEqual(["stream", "candles"]);
    const volume = () => client.getQueryData(options.queryKey)?.candles.at(-1)?.volume;
    const sent = (id: string, data: unknown) =>
      `id: ${id}\nevent: trade\ndata: ${JSON.stringify(data)}\n\n`;
    send(sent("1205-3", trade));
    await vi.advanceTimersByTimeAsync(4_000);
    expect({ requests, volume: volume() }).toEqual({
      requests: ["stream", "candles", "candles"],
      volume: "0",
    });
    send(sent("1206-3", { ...trade, id: "1206-3", marketCapETH: "1.5" }));
    await vi.advanceTimersByTimeAsync(1_000);
    open.abort();
    await following;
    stop();
    expect({ requests: requests.length, volume: volume() }).toEqual({
      requests: 3,
      volume: trade.amountETH,
    });
  });

  const OF_TOKEN = ["base-sepolia", trade.tokenAddress] as const;
  it.each<[string, { queryKey: QueryKey; refetchInterval?: unknown }]>([
    ["candles", candlesQuery(...OF_TOKEN, "1m")],
    ["details", tokenDetailsQuery(...OF_TOKEN)],
    ["fees", tokenFeesQuery(...OF_TOKEN)],
    ["holders", holdersQuery(...OF_TOKEN)],
    ["marks", tokenMarksQuery(...OF_TOKEN)],
    ["price", tokenPriceQuery(...OF_TOKEN)],
    ["token", tokenQuery(...OF_TOKEN)],
    ["trades", tradesQuery(...OF_TOKEN)],
  ])(
    "reads the %s of a token again when its stream opens, and polls them without one",
    async (_, { queryKey, refetchInterval }) => {
      vi.useFakeTimers();
      const client = new QueryClient();
      expect(refetchInterval).toBeTypeOf("function");
      client.setQueryData(queryKey, { pages: [{}], pageParams: [null] }, { updatedAt: 1_000 });
      vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
        const start = (controller: ReadableStreamDefaultController) =>
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        return new Response(new ReadableStream({ start }));
      });
      vi.stubGlobal("BroadcastChannel", undefined);
      const open = new AbortController();
      const [chain, token] = OF_TOKEN;
      const following = followMarket({ client, chain, token, signal: open.signal });
      await vi.advanceTimersByTimeAsync(1_000);
      open.abort();
      await following;
      expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    },
  );

  /** A ranking of one page, held by the client. */
  function openRanking(client: QueryClient) {
    const query = sortedTokensQuery(["base-sepolia"], "marketCap", {});
    const { data } = tokenList.parse(LIST_EXAMPLES.response);
    const part = { chain: "base-sepolia" as const, data, next: null, isLast: true };
    client.setQueryData(query.queryKey, {
      pages: [[part]],
      pageParams: [query.initialPageParam],
    });
    return { query, show: () => new InfiniteQueryObserver(client, query).subscribe(nothing) };
  }

  /**
   * Follows a market while queries are shown. The minute's correction requests them again; an event
   * arrives before its responses, which lack the event.
   * @returns the requests since the correction
   */
  async function overtake(
    client: QueryClient,
    options: { token?: string; show: () => () => void; response: unknown; sent: string },
  ): Promise<number> {
    vi.useFakeTimers();
    const { token, show, response, sent } = options;
    const stop = show();
    let requests = 0;
    let send: (text: string) => void = () => undefined;
    vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
      if (!url.includes("/stream?")) {
        requests += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return Response.json(response);
      }
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }));
    });
    vi.stubGlobal("BroadcastChannel", undefined);
    const open = new AbortController();
    const of = token === undefined ? {} : { token };
    const following = followMarket({ client, chain: "base-sepolia", ...of, signal: open.signal });
    for (let passed = 0; passed < 50_000; passed += 10_000) {
      await vi.advanceTimersByTimeAsync(10_000);
      send(":\n\n");
    }
    requests = 0;
    while (requests === 0) await vi.advanceTimersByTimeAsync(100);
    send(`${sent}\n\n`);
    await vi.advanceTimersByTimeAsync(5_000);
    open.abort();
    await following;
    stop();
    return requests;
  }
  const nothing = () => undefined;
  const sentReorg = 'id: 1\nevent: reorg\ndata: {"block":1}';
  const sentTrade = `id: 1206-3\nevent: trade\ndata: ${JSON.stringify({ ...trade, id: "1206-3" })}`;
  const sentFigures = `id: 1206-4\nevent: token\ndata: ${JSON.stringify({ ...figures, marketCapETH: "7" })}`;

  it("keeps a trade that arrives before a response that lacks it", async () => {
    const client = new QueryClient();
    const [, token] = OF_TOKEN;
    const query = tradesQuery(...OF_TOKEN);
    const show = () => new InfiniteQueryObserver(client, query).subscribe(nothing);
    const meta = { network: "testnet" as const, timestamp: trade.timestamp };
    const response = { tokenAddress: token, trades: [], nextCursor: null, meta };
    client.setQueryData(query.queryKey, { pages: [response], pageParams: [null] });
    await overtake(client, { token, show, response, sent: sentTrade });
    expect(client.getQueryData(query.queryKey)?.pages[0]?.trades).toMatchObject([{ id: "1206-3" }]);
  });

  it("keeps a token's figures that arrive before a response that lacks them", async () => {
    const client = new QueryClient();
    const [, token] = OF_TOKEN;
    const query = tokenPriceQuery(...OF_TOKEN);
    const show = () => new QueryObserver(client, query).subscribe(nothing);
    const response = tokenPrice.parse(PRICE_EXAMPLES.response);
    client.setQueryData(query.queryKey, response);
    await overtake(client, { token, show, response, sent: sentFigures });
    expect(client.getQueryData(query.queryKey)?.price.marketCapETH).toBe("7");
  });

  it("keeps figures that arrive before a ranking that lacks them", async () => {
    const client = new QueryClient();
    const { query, show } = openRanking(client);
    await overtake(client, { show, response: LIST_EXAMPLES.response, sent: sentFigures });
    expect(client.getQueryData(query.queryKey)?.pages[0]?.[0]?.data[0]?.marketCapETH).toBe("7");
  });

  it("requests a ranking again after a reorg that arrives before its response", async () => {
    const client = new QueryClient();
    const { show } = openRanking(client);
    const response = LIST_EXAMPLES.response;
    // The correction, the reorg, and again because the correction's response may replace the reorg's.
    expect(await overtake(client, { show, response, sent: sentReorg })).toBe(3);
  });

  const RANKING = sortedTokensQuery(["base-sepolia"], "marketCap", {});
  const meta = { network: "testnet" as const, timestamp: trade.timestamp };
  it.each([
    {
      name: "trades",
      token: trade.tokenAddress,
      query: tradesQuery(...OF_TOKEN),
      open: (client: QueryClient) =>
        new InfiniteQueryObserver(client, { ...tradesQuery(...OF_TOKEN), refetchOnMount: false }),
      page: { tokenAddress: trade.tokenAddress, trades: [], nextCursor: "d.1", meta },
      response: { tokenAddress: trade.tokenAddress, trades: [], nextCursor: "d.1", meta },
    },
    {
      name: "tokens",
      query: RANKING,
      open: (client: QueryClient) =>
        new InfiniteQueryObserver(client, { ...RANKING, refetchOnMount: false }),
      page: [{ chain: "base-sepolia", data: [], next: "d.1", isLast: false }],
      response: {
        ...LIST_EXAMPLES.response,
        pagination: { limit: 50, offset: 0, next: "d.1" },
      },
    },
  ])(
    "reads the first page of $name again after a reorg, also when the next page has loaded since",
    async ({ name, query, open: show, page, response, ...of }) => {
      vi.useFakeTimers();
      const client = new QueryClient();
      const { queryKey, initialPageParam } = query;
      client.setQueryData<unknown>(queryKey, { pages: [page], pageParams: [initialPageParam] });
      const first: number[] = [];
      let send: (text: string) => void = () => undefined;
      vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
        const { pathname, searchParams } = new URL(url, "http://launchpad.example");
        if (!pathname.endsWith("/stream")) {
          const isFirst = searchParams.get("cursor") === null;
          if (pathname.endsWith(name) && isFirst) first.push(Date.now());
          return Response.json(response);
        }
        const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          send = (text) => controller.enqueue(new TextEncoder().encode(text));
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        };
        return new Response(new ReadableStream({ start }));
      });
      vi.stubGlobal("BroadcastChannel", undefined);
      const observer = show(client);
      const stop = observer.subscribe(nothing);
      const open = new AbortController();
      const following = followMarket({ client, chain: "base-sepolia", ...of, signal: open.signal });
      await vi.advanceTimersByTimeAsync(10_000);
      send(`${sentReorg}\n\n`);
      await vi.advanceTimersByTimeAsync(500);
      // Corrections are read every 2 seconds at most: that of the second reorg still waits.
      send(`${sentReorg.replace("id: 1", "id: 2")}\n\n`);
      await vi.advanceTimersByTimeAsync(500);
      const reorgAt = Date.now();
      await observer.fetchNextPage();
      await vi.advanceTimersByTimeAsync(3_000);
      open.abort();
      await following;
      stop();
      expect(first.filter((at) => at >= reorgAt)).toHaveLength(1);
    },
  );

  it.each([
    ["candles again after a trade that arrives before a response", sentTrade],
    ["everything again after a reorg that arrives before a response", sentReorg],
  ])("requests %s", async (_, sent) => {
    const client = new QueryClient();
    const [, token] = OF_TOKEN;
    const query = candlesQuery(...OF_TOKEN, "1m");
    const show = () => new QueryObserver(client, query).subscribe(nothing);
    client.setQueryData(query.queryKey, minutes(minute));
    expect(await overtake(client, { token, show, response: minutes(minute), sent })).toBe(2);
  });

  it.each([
    ["opens a stream of the token for the page of a hidden one", true, trade.tokenAddress],
    ["shares the chain's stream for the page of any other token", false, null],
  ])("%s", async (_, isHidden, expected) => {
    const client = new QueryClient();
    const [chain, token] = OF_TOKEN;
    const open = new AbortController();
    const requested = new Promise<string>((resolve) => {
      vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit) => {
        resolve(url);
        const start = (controller: ReadableStreamDefaultController) =>
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        return new Response(new ReadableStream({ start }));
      });
    });
    // A browser that can share a stream between its tabs.
    const locks = { request: (_name: string, _options: object, run: () => Promise<void>) => run() };
    vi.stubGlobal("navigator", { locks });
    const options = { client, chain, token, isHidden, signal: open.signal };
    const following = followMarket(options);
    const { searchParams } = new URL(await requested, "http://launchpad.example");
    open.abort();
    await following;
    expect(searchParams.get("token")).toBe(expected);
  });

  type PolledQuery = { queryKey: QueryKey; refetchInterval?: unknown };
  /** The poll interval of a list with so many loaded pages. */
  function intervalOf({ queryKey, refetchInterval }: PolledQuery, count: number): unknown {
    if (typeof refetchInterval !== "function") throw new Error("The list is not polled");
    const client = new QueryClient();
    const pages = Array.from({ length: count }, () => ({}));
    client.setQueryData(queryKey, { pages, pageParams: pages });
    return refetchInterval(client.getQueryCache().find({ queryKey }));
  }

  it.each<[string, PolledQuery, number]>([
    ["positions", positionsQuery("base", OF_TOKEN[1], true), 5_000],
    ["history", historyQuery("base", OF_TOKEN[1]), 5_000],
    ["launches", launchesQuery("base", OF_TOKEN[1]), 5_000],
    ["holders", holdersQuery(...OF_TOKEN), 5_000],
    ["traders", tradersQuery(...OF_TOKEN), 5_000],
    ["trades", tradesQuery(...OF_TOKEN), 2_000],
  ])("polls all loaded pages of %s, less often the more there are", (_, query, once) => {
    expect(intervalOf(query, 1)).toBe(once);
    expect(intervalOf(query, 4)).toBe(once * 4);
  });

  it("polls holders of several pages also while there is a stream, whose events refetch one page", () => {
    const query = holdersQuery(...OF_TOKEN);
    markStream(...OF_TOKEN, true);
    const intervals = [intervalOf(query, 1), intervalOf(query, 2)];
    markStream(...OF_TOKEN, false);
    expect(intervals).toEqual([false, 10_000]);
  });

  it("polls only while no stream is open", () => {
    const client = new QueryClient();
    const observer = new QueryObserver(client, { ...newTokensQuery("base", 1), enabled: false });
    const query = observer.getCurrentQuery();
    const interval = every(2_000, () => isStreamed("base"));
    expect(interval(query)).toBe(2_000);
    markStream("base", undefined, true);
    expect(interval(query)).toBe(false);
    expect(isStreamed("base", "0xAB")).toBe(true);
    markStream("base", undefined, false);
    expect(interval(query)).toBe(2_000);
    markStream("base", "0xAB", true);
    expect([isStreamed("base"), isStreamed("base", "0xAB")]).toEqual([false, true]);
    markStream("base", "0xAB", false);
    expect(isStreamed("base", "0xAB")).toBe(false);
  });
});

describe("throttle", () => {
  it("runs at once, then at most once per interval, and not after it was stopped", () => {
    vi.useFakeTimers();
    const run = vi.fn();
    const task = throttle(run, 1_000);
    for (let count = 0; count < 5; count += 1) task.request();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(2);
    task.request();
    task.request();
    task.stop();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(3);
  });
});
