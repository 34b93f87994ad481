import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { patchMarketCap } from "@/lib/client/live/patch-lists";
import { patchTrades } from "@/lib/client/live/patch-trades";
import { isStreamed, noteStream } from "@/lib/client/live/streamed";
import { throttle } from "@/lib/client/live/throttle";
import { every, newTokensQuery } from "@/lib/client/queries";
import { tradesQuery } from "@/lib/client/token-queries";
import { NEW_LIST_EXAMPLES } from "@/lib/operations/data-examples";
import { STREAM_DOCS } from "@/lib/operations/stream-docs";
import { newTokenList } from "@/lib/schemas/data";
import { streamEvent } from "@/lib/schemas/stream";

const event = streamEvent.parse(STREAM_DOCS.streamMarket.examples.response);
if (event.event !== "trade") throw new Error("The example is a trade");
const trade = event.data;

afterEach(() => vi.useRealTimers());

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
