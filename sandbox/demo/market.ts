import type { Address, Hex } from "viem";

/** The traders' view of a token: its price over the last minutes. */
export type DemoMarket = {
  token: Address;
  symbol: string;
  poolId: Hex;
  listedAtMs: number;
  /** Weight of its selection; drifts while the demo runs. */
  appeal: number;
  /** Newest last; ETH per whole token. */
  prices: { atMs: number; price: number }[];
};

const KEPT_MS = 10 * 60_000;

export function addPrice(market: DemoMarket, atMs: number, price: number): void {
  market.prices.push({ atMs, price });
  while ((market.prices[0]?.atMs ?? atMs) < atMs - KEPT_MS) market.prices.shift();
}

export function lastPrice(market: DemoMarket): number {
  return market.prices.at(-1)?.price ?? 0;
}

/** Change over the last `spanMs` as a share: 0.1 is ten percent up. */
export function change(market: DemoMarket, spanMs: number, nowMs: number): number {
  const before = market.prices.find((point) => point.atMs >= nowMs - spanMs)?.price;
  if (before === undefined || before === 0) return 0;
  return lastPrice(market) / before - 1;
}

/** Mean price of the stored history, 0 without any. */
export function meanPrice(market: DemoMarket): number {
  if (market.prices.length === 0) return 0;
  return market.prices.reduce((sum, point) => sum + point.price, 0) / market.prices.length;
}
