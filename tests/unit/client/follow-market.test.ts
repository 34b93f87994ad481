import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { followMarket } from "@/lib/client/live/follow-market";
import { patchMarketCap } from "@/lib/client/live/patch-lists";
import { patchTrades, refreshTrades } from "@/lib/client/live/patch-trades";
import { isStreamed, noteStream } from "@/lib/client/live/streamed";
import { throttle } from "@/lib/client/live/throttle";
import { every, newTokensQuery, sortedTokensQuery } from "@/lib/client/queries";
import { tradesQuery } from "@/lib/client/token-queries";
import { LIST_EXAMPLES, NEW_LIST_EXAMPLES } from "@/lib/operations/data-examples";
import { STREAM_DOCS } from "@/lib/operations/stream-docs";
import { newTokenList, tokenList } from "@/lib/schemas/data";
import { streamEvent } from "@/lib/schemas/stream";

const event = streamEvent.parse(STREAM_DOCS.streamMarket.examples.response);
if (event.event !== "trade") throw new Error("The example is a trade");
const trade = event.data;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what a stream changes in the page", () => {
  it("puts the new market cap into the lists that show the token, and nowhere else", () => {
    const client = new QueryClient();
    const list = newTokenList.parse(NEW_LIST_EXAMPLES.response);
    const [shown] = list.data;
    if (shown === undefined) throw new Error("The example lists a token");
    const { queryKey } = newTokensQuery("base-sepolia", 18);
    client.setQueryData(queryKey, list);
    patchMarketCap(client, "base", { ...trade, tokenAddress: shown.tokenAddress });
    expect(client.getQueryData(queryKey)).toEqual(list);
    patchMarketCap(client, "base-sepolia", { ...trade, tokenAddress: shown.tokenAddress });
    expect(client.getQueryData(queryKey)?.data[0]).toEqual({
      ...shown,
      marketCapETH: trade.marketCapETH,
    });
  });

  it("puts a trade on top of its token's list, once", () => {
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
    const { tokenAddress: _, ...shown } = trade;
    expect(client.getQueryData(queryKey)?.pages[0]?.trades).toEqual([shown]);
  });

  it("reads the newest trades of a long list anew, and those alone", () => {
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

  it("asks for the first page of a long list when a stream begins, and for none without one", async () => {
    const client = new QueryClient();
    const options = sortedTokensQuery(["base"], "marketCap", { manager: "", ownerAddress: "" });
    const { data } = tokenList.parse(LIST_EXAMPLES.response);
    const pages = [0, 1, 2].map(() => [{ chain: "base" as const, data, isLast: false }]);
    client.setQueryData(options.queryKey, {
      pages,
      pageParams: [0, 50, 100].map((offset) => ({ chains: ["base" as const], offset })),
    });
    const observer = new InfiniteQueryObserver(client, options);
    const stop = observer.subscribe(() => undefined);
    const asked: string[] = [];
    const refusals = 2;
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
      asked.push(url.replace(/^.*\/v1/, ""));
      if (url.includes("/tokens?")) return Response.json(LIST_EXAMPLES.response);
      if (asked.length <= refusals) return Response.json({ error: "Busy" }, { status: 503 });
      const start = (controller: ReadableStreamDefaultController) =>
        signal.addEventListener("abort", () => controller.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    });
    const open = new AbortController();
    const following = followMarket({ client, chain: "base", signal: open.signal });
    await vi.advanceTimersByTimeAsync(40_000);
    open.abort();
    await following;
    stop();
    const stream = "/base/stream";
    const first = "/base/tokens?sort=marketCap&sparkline=true&limit=50&offset=0";
    expect(asked).toEqual([stream, stream, stream, first]);
  });

  it("lets queries poll seldom while a stream is open, and as ever when it is gone", () => {
    const client = new QueryClient();
    const observer = new QueryObserver(client, { ...newTokensQuery("base", 1), enabled: false });
    const query = observer.getCurrentQuery();
    const interval = every(2_000, () => isStreamed("base"));
    expect(interval(query)).toBe(2_000);
    noteStream("base", undefined, true);
    expect(interval(query)).toBe(30_000);
    expect(isStreamed("base", "0xAB")).toBe(true);
    noteStream("base", undefined, false);
    expect(interval(query)).toBe(2_000);
    noteStream("base", "0xAB", true);
    expect([isStreamed("base"), isStreamed("base", "0xab")]).toEqual([false, true]);
    noteStream("base", "0xab", false);
    expect(isStreamed("base", "0xAB")).toBe(false);
  });
});

describe("throttle", () => {
  it("runs at once, then at most once an interval, and not after it was stopped", () => {
    vi.useFakeTimers();
    const run = vi.fn();
    const task = throttle(run, 1_000);
    for (let asked = 0; asked < 5; asked += 1) task.request();
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
