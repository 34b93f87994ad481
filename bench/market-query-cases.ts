import type { Market } from "@/lib/features/market/store/create-market";
import { SEED_END, SEED_MANAGER, SEED_SERVICE, SEED_TRADER, seedToken } from "./seed-market";

/** Every Data API query on the market tables, in its most expensive form. */
export function marketQueryCases(
  market: Market,
  size: { chainId: number; tokens: number },
): { name: string; ask: () => Promise<unknown>; mayScan?: RegExp }[] {
  const chainId = size.chainId;
  const hot = { chainId, address: seedToken(0) };
  const cold = { chainId, address: seedToken(size.tokens - 1) };
  const now = SEED_END;
  const ofTrader = { chainId, holder: SEED_TRADER };
  const list = (
    order: Parameters<Market["listTokens"]>[0]["order"],
    rest: Partial<Parameters<Market["listTokens"]>[0]> = {},
  ) => ({
    name: `list by ${order} ${JSON.stringify(rest, (_, value) => (typeof value === "bigint" ? String(value) : value))}`,
    ask: () => market.listTokens({ chainId, order, limit: 50, offset: 0, ...rest }),
  });
  const candles = (seconds: number, stored: 1 | 60 | 3600 | 86400) => ({
    name: `1,000 candles of ${seconds} s`,
    ask: () => market.listCandles({ ...hot, stored, seconds, from: 0, to: now, limit: 1_000 }),
  });
  const since = { 1: now - 300, 60: now - 10_800, 3600: now - 86_400, 86400: now - 7 * 86_400 };
  return [
    ...(["marketCap", "newest", "volume24h", "priceChange24h"] as const).flatMap((order) => [
      list(order),
      list(order, { manager: SEED_MANAGER }),
      list(order, { ownerAddress: SEED_SERVICE }),
      list(order, { offset: Math.floor(size.tokens / 2) }),
      list(order, { offset: size.tokens - 50 }),
      list(order, { series: { since: now - 86_400, youngSince: now - 10_800 } }),
    ]),
    ...(
      [
        "priceChange5m",
        "priceChange1h",
        "priceChange6h",
        "trades24h",
        "holders",
        "liquidity",
      ] as const
    ).flatMap((order) => [list(order), list(order, { direction: "asc", figures: true })]),
    list("creatorShare", { after: { keys: [0n], address: seedToken(9) }, figures: true }),
    list("priceChange5m", { after: { keys: [0n], address: seedToken(size.tokens / 2) } }),
    list("marketCap", { after: { keys: [10n ** 16n], address: seedToken(5) }, figures: true }),
    list("newest", {
      after: { keys: [BigInt(Math.floor(size.tokens / 8)), 1n], address: hot.address },
    }),
    list("marketCap", { ranges: { holders: { min: 1 }, marketCapWei: { min: 10n ** 16n } } }),
    list("newest", { ranges: { volume24hWei: { min: 10n ** 30n } } }),
    list("marketCap", { addresses: Array.from({ length: 50 }, (_, n) => seedToken(n)) }),
    { name: "token", ask: () => market.findToken(hot) },
    {
      name: "details of the most traded token",
      ask: () => market.findTokenMarket({ ...hot, now }),
    },
    { name: "details of the least traded", ask: () => market.findTokenMarket({ ...cold, now }) },
    { name: "price", ask: () => market.findTokenPrice({ ...hot, now, since }) },
    candles(1, 1),
    candles(60, 60),
    candles(300, 60),
    candles(900, 60),
    candles(3_600, 3_600),
    candles(14_400, 3_600),
    candles(86_400, 86_400),
    { name: "newest trades", ask: () => market.listTrades({ ...hot, before: null, limit: 100 }) },
    {
      name: "trades in the middle",
      ask: () => market.listTrades({ ...hot, before: { block: 1_000, logIndex: 3 }, limit: 100 }),
    },
    {
      name: "large trades",
      ask: () => market.listTrades({ ...hot, before: null, limit: 100, size: "1" }),
    },
    { name: "top traders", ask: () => market.listTraders({ ...hot, after: null, limit: 100 }) },
    { name: "holders", ask: () => market.listHolders({ ...hot, limit: 100, offset: 0 }) },
    { name: "holders, deep", ask: () => market.listHolders({ ...hot, limit: 100, offset: 9_000 }) },
    {
      name: "search a letter",
      ask: () => market.searchTokens({ chainId, texts: ["t", "$t"], limit: 20 }),
    },
    {
      name: "search one",
      ask: () => market.searchTokens({ chainId, texts: ["token 77", "$token 77"], limit: 20 }),
    },
    { name: "fees", ask: () => market.findFees(hot) },
    {
      name: "account of one token",
      ask: () => market.readAccount({ chainId, address: seedToken(1) }),
    },
    {
      name: "account that made most tokens",
      ask: () => market.readAccount({ chainId, address: SEED_SERVICE }),
    },
    {
      name: "earners of a manager",
      ask: () => market.listManagerEarners({ chainId, manager: SEED_MANAGER, limit: 101 }),
    },
    {
      name: "safety of the most traded token",
      ask: () => market.readSafety({ ...hot, contracts: [SEED_SERVICE] }),
    },
    { name: "position", ask: () => market.findPosition({ ...hot, holder: SEED_TRADER }) },
    ...[true, false].map((isOpen) => ({
      name: isOpen ? "open positions" : "positions",
      ask: () => market.listPositions({ ...ofTrader, isOpen, before: null, limit: 101 }),
    })),
    {
      name: "history",
      ask: () => market.listPositionChanges({ ...ofTrader, before: null, limit: 1_001 }),
    },
    {
      name: "history of a token",
      ask: () =>
        market.listPositionChanges({
          ...ofTrader,
          token: hot.address,
          before: null,
          limit: 1_001,
        }),
    },
    {
      name: "launches of the creator of most tokens",
      ask: () => market.listLaunches({ chainId, creator: SEED_SERVICE, before: null, limit: 101 }),
    },
  ];
}

/** Sequential scans that are acceptable: tables of a few rows, and CTEs. */
export const SMALL_TABLES =
  /Seq Scan on (?!tokens h(_\d)? |checkpoints|datasets|eth_prices|manager|stream_payments)/;
