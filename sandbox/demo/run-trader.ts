import { setTimeout as delay } from "node:timers/promises";
import { type Address, parseEther } from "viem";
import { SUPPLY_TOKENS } from "./chain-client";
import type { DemoWallet } from "./demo-wallet";
import type { Markets } from "./follow-markets";
import { type DemoMarket, lastPrice } from "./market";
import type { Random } from "./random";
import type { Position, Strategy } from "./strategies";

const UNIT = 10n ** 18n;

export type TraderOptions = {
  strategy: Strategy;
  wallet: DemoWallet;
  markets: Markets;
  random: Random;
  signal: AbortSignal;
  onTrade: (kind: "buy" | "sell") => void;
  onError: (error: unknown) => void;
};

/**
 * Runs a trader until `signal` aborts: it checks a token at random intervals and follows its
 * strategy.
 */
export async function runTrader(options: TraderOptions): Promise<void> {
  const { strategy, random, signal, wallet } = options;
  const positions = new Map<Address, Position>();
  while (!signal.aborted) {
    // Exponential intervals, as between independent users: mostly short, sometimes long.
    const waitMs = Math.min(-Math.log(1 - random.next()), 4) * strategy.everySeconds * 1000;
    await delay(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const market = choose(options, positions);
    if (market === undefined || lastPrice(market) === 0) continue;
    try {
      await wallet.topUp();
      await look(options, positions, market);
    } catch (error) {
      options.onError(error);
    }
  }
}

function choose(
  { strategy, markets, random }: TraderOptions,
  positions: Map<Address, Position>,
): DemoMarket | undefined {
  const newest = markets.newest();
  if (strategy.newestFirst === true && newest !== undefined && !positions.has(newest.token)) {
    if (Date.now() - newest.listedAtMs < 20_000) return newest;
  }
  const held = markets.all().filter((market) => positions.has(market.token));
  const looksAtOwn = strategy.newestFirst === true || random.chance(0.5);
  return held.length > 0 && looksAtOwn ? random.pick(held) : markets.byAppeal(random);
}

async function look(
  options: TraderOptions,
  positions: Map<Address, Position>,
  market: DemoMarket,
): Promise<void> {
  const { strategy, wallet, random, onTrade } = options;
  const { token } = market;
  const price = lastPrice(market);
  const position = positions.get(token) ?? null;
  if (position !== null) position.highestPrice = Math.max(position.highestPrice, price);
  const decision = strategy.decide({
    market,
    position,
    marketCap: price * SUPPLY_TOKENS,
    nowMs: Date.now(),
    random,
  });
  if (decision === null) return;
  if ("spend" in decision) {
    const ether = Math.min(decision.spend, 8);
    if (!(await wallet.buy(token, parseEther(ether.toFixed(9))))) return;
    onTrade("buy");
  } else {
    const share = BigInt(Math.round(decision.sell * 1000));
    const amount = ((await wallet.balanceOf(token)) * share) / 1000n;
    if (amount < UNIT || !(await wallet.sell(token, amount))) return;
    onTrade("sell");
  }
  remember(positions, token, {
    amount: Number((await wallet.balanceOf(token)) / UNIT),
    price,
    sold: "sell" in decision,
  });
}

function remember(
  positions: Map<Address, Position>,
  token: Address,
  { amount, price, sold }: { amount: number; price: number; sold: boolean },
): void {
  const before = positions.get(token);
  if (amount < 1) {
    positions.delete(token);
    return;
  }
  const bought = Math.max(amount - (before?.amount ?? 0), 0);
  const cost = (before?.amount ?? 0) * (before?.entryPrice ?? 0) + bought * price;
  positions.set(token, {
    amount,
    entryPrice: sold && before !== undefined ? before.entryPrice : cost / amount,
    highestPrice: Math.max(before?.highestPrice ?? 0, price),
    openedAtMs: before?.openedAtMs ?? Date.now(),
    taken: (before?.taken ?? 0) + (sold ? 1 : 0),
  });
}
