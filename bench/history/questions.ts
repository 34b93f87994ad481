import { type Address, pad, toHex } from "viem";
import { TRADE_SIZES } from "@/lib/features/market/rules/trade";
import type { Market } from "@/lib/features/market/store/create-market";
import { seedToken } from "../seed-market";
import { blockOfTrade, type History, timeOfTrade } from "./seed-history";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const CREATORS_FROM = 5_000_000;

/** A query of the Data API; `ask` varies with `n`, so that it does not repeat the same pages. */
export type Question = { name: string; ask: (n: number) => Promise<unknown> };

/** The most frequent queries of pages and programs, when the market has had `trades` trades. */
export function questionsOf(market: Market, history: History, trades: number): Question[] {
  const { chainId, tokens } = history;
  const now = timeOfTrade(trades - 1);
  const first = { chainId, address: seedToken(0) };
  // A prime stride visits every token before it repeats one.
  const any = (n: number) => ({ chainId, address: seedToken((n * 7_919) % tokens) });
  const since = { 1: now - 300, 60: now - 3 * HOUR, 3600: now - DAY, 86400: now - 7 * DAY };
  const before = (part: number) => ({
    block: blockOfTrade(tokens, Math.floor(trades * part)),
    logIndex: 0,
  });
  const list = (order: "marketCap" | "newest" | "volume24h", offset: (n: number) => number) => ({
    name: `list by ${order}${offset(1) === 0 ? "" : ", any page"}`,
    ask: (n: number) => market.listTokens({ chainId, order, limit: 50, offset: offset(n) }),
  });
  const creator = (n: number): Address =>
    pad(toHex(CREATORS_FROM + 3 * ((n * 7_919) % Math.floor(tokens / 3))), { size: 20 });
  return [
    list("marketCap", () => 0),
    list("volume24h", () => 0),
    list("newest", (n) => (n * 50) % 10_000),
    {
      name: "search",
      ask: (n) => {
        const word = String((n * 7_919) % tokens);
        return market.searchTokens({ chainId, texts: [word, `$${word}`], limit: 20 });
      },
    },
    { name: "details, any token", ask: (n) => market.findTokenMarket({ ...any(n), now }) },
    { name: "details, most traded", ask: () => market.findTokenMarket({ ...first, now }) },
    { name: "price, any token", ask: (n) => market.findTokenPrice({ ...any(n), now, since }) },
    { name: "price, most traded", ask: () => market.findTokenPrice({ ...first, now, since }) },
    {
      name: "1,000 minutes, most traded",
      ask: () =>
        market.listCandles({
          ...first,
          stored: 60,
          seconds: MINUTE,
          from: 0,
          to: now,
          limit: 1_000,
        }),
    },
    {
      name: "newest trades, any token",
      ask: (n) => market.listTrades({ ...any(n), before: null, limit: 100 }),
    },
    {
      name: "newest trades, most traded",
      ask: () => market.listTrades({ ...first, before: null, limit: 100 }),
    },
    {
      name: "trades at depth, most traded",
      ask: (n) => market.listTrades({ ...first, before: before(0.1 + (n % 80) / 100), limit: 100 }),
    },
    ...TRADE_SIZES.map((size) => ({
      name: `trades of ${size} ETH, most traded`,
      ask: () => market.listTrades({ ...first, before: null, limit: 100, size }),
    })),
    {
      name: "trades of one address, most traded",
      ask: (n: number) =>
        market.listTrades({ ...first, before: null, limit: 100, traders: [creator(n)] }),
    },
    {
      name: "top traders, most traded",
      ask: () => market.listTraders({ ...first, after: null, limit: 100 }),
    },
    {
      name: "holders, any token",
      ask: (n) => market.listHolders({ ...any(n), limit: 100, offset: 0 }),
    },
    {
      name: "holders, most traded",
      ask: () => market.listHolders({ ...first, limit: 100, offset: 0 }),
    },
    { name: "fees", ask: (n) => market.findFees(any(n)) },
    {
      name: "account",
      ask: (n) => market.readAccount({ chainId, address: creator(n) }),
    },
    {
      name: "1,000 events since a position",
      ask: (n) =>
        market.readEvents({
          chainId,
          after: before(0.1 + (n % 80) / 100),
          limit: 1_000,
          hashesOf: [],
        }),
    },
  ];
}
