import { getAddress } from "viem";
import { smaller } from "@/lib/shared/bigint-min-max";
import type { NaiveToken, NaiveTrade } from "./market";
import { positionsOf } from "./positions";
import { earlyBuyers, largestHolders } from "./safety";

/** The expected responses for naively replayed tokens, in a second implementation. */

const DAY = 86_400;
/** The ETH price of the sandbox feed. */
export const SANDBOX_ETH_USD = 3_000n;

/** A whole number over 10^digits as a plain decimal. */
export function dec(value: bigint, digits = 18): string {
  const one = 10n ** BigInt(digits);
  const abs = value < 0n ? -value : value;
  const rest = (abs % one).toString().padStart(digits, "0").replace(/0*$/, "");
  return `${value < 0n ? "-" : ""}${abs / one}${rest === "" ? "" : `.${rest}`}`;
}

const perToken = (sqrt: bigint) => ((10n ** 36n) << 192n) / sqrt ** 2n;
const fine = (e36: bigint) => (e36 < 10n ** 18n ? dec(e36, 36) : dec(e36 / 10n ** 18n));
export const priceOf = (sqrt: bigint) => fine(perToken(sqrt));
export const usdPriceOf = (sqrt: bigint, usd: bigint) => fine(perToken(sqrt) * usd);
export const capNow = ({ supply, sqrt }: NaiveToken) => (supply << 192n) / sqrt ** 2n;

const sum = (trades: NaiveTrade[]) => trades.reduce((total, { eth }) => total + eth, 0n);
export function volumeOf(token: NaiveToken, now: number, window: number, unit: number): bigint {
  return sum(token.trades.filter(({ time }) => time - (time % unit) > now - window));
}

/** Percent change since a time ago, by default a day, times 10^6. */
export function changeOf(token: NaiveToken, now: number, window = DAY): bigint {
  const then =
    token.trades.filter(({ time }) => time <= now - window).at(-1)?.sqrt ?? token.startSqrt;
  return ((then ** 2n - token.sqrt ** 2n) * 10n ** 8n) / token.sqrt ** 2n;
}

export type Range = { seconds: number; from: number; to: number };

export function candlesOf(token: NaiveToken, { seconds, from, to }: Range) {
  const buckets = new Map<number, NaiveTrade[]>();
  for (const trade of token.trades) {
    const start = trade.time - (trade.time % seconds);
    if (start < from || start >= to) continue;
    buckets.set(start, [...(buckets.get(start) ?? []), trade]);
  }
  return [...buckets].map(([timestamp, trades]) => {
    const caps = trades
      .flatMap(({ before, after }) => [before, after])
      .sort((a, b) => (a < b ? -1 : 1));
    const last = trades.at(-1);
    const close = dec(last?.after ?? 0n);
    return {
      timestamp,
      open: dec(trades[0]?.before ?? 0n),
      high: dec(caps.at(-1) ?? 0n),
      low: dec(caps[0] ?? 0n),
      close,
      closeUSDC: dec((last?.after ?? 0n) * SANDBOX_ETH_USD),
      volume: dec(sum(trades)),
      marketCap: close,
      price: priceOf(last?.sqrt ?? 1n),
    };
  });
}

/** The same with a flat candle wherever nothing was traded since the launch. */
export function filledCandlesOf(token: NaiveToken, range: Range) {
  const { seconds, to } = range;
  const launch = token.createdAt - (token.createdAt % seconds);
  const candles = new Map(candlesOf(token, range).map((candle) => [candle.timestamp, candle]));
  const filled = [];
  for (let at = Math.max(range.from, launch); at < to; at += seconds) {
    const earlier = token.trades.filter(({ time }) => time < at).at(-1);
    const capWei = earlier?.after ?? token.startCap;
    const cap = dec(capWei);
    filled.push(
      candles.get(at) ?? {
        timestamp: at,
        open: cap,
        high: cap,
        low: cap,
        close: cap,
        closeUSDC: dec(capWei * SANDBOX_ETH_USD),
        volume: "0",
        marketCap: cap,
        price: priceOf(earlier?.sqrt ?? token.startSqrt),
      },
    );
  }
  return filled;
}

export function tradesOf(token: NaiveToken) {
  return token.trades
    .map((trade) => ({
      id: trade.id,
      type: trade.buys ? "buy" : "sell",
      trader: getAddress(trade.trader),
      amountETH: dec(trade.eth),
      amountToken: dec(trade.tokens),
      feeETH: dec(trade.fee),
      priceETH: priceOf(trade.sqrt),
      marketCapETH: dec(trade.after),
      timestamp: trade.time,
      transactionHash: trade.hash,
    }))
    .reverse();
}

export function swapsOf(token: NaiveToken) {
  return token.trades
    .map((trade) => ({
      maker: getAddress(trade.trader),
      type: trade.buys ? "buy" : "sell",
      timestamp: trade.time,
      txHash: trade.hash,
      amounts: {
        uniswap: {
          amount0: `${trade.buys ? "-" : ""}${trade.eth}`,
          amount1: `${trade.buys ? "" : "-"}${trade.tokens}`,
        },
        isp: { amount0: "0", amount1: "0" },
      },
    }))
    .reverse();
}

export function holdersOf(token: NaiveToken) {
  return [...token.holders]
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
    .map(([holder, amount]) => ({ id: getAddress(holder), balance: String(amount) }));
}

/** The fee of purchases with launch protection; null without it. */
export function protectionOf({ protection, startTime }: NaiveToken, timestamp: number) {
  if (protection === null) return null;
  const { startBps, end } = protection;
  const [left, whole] = [BigInt(end - timestamp), BigInt(end - startTime)];
  const more = (BigInt(startBps - 100) * left + whole - 1n) / whole;
  const buyFeeBps = left <= 0n ? 100 : left > whole ? startBps : 100 + Number(more);
  const fixed = { startTime, endTime: end, startFeeBps: startBps, endFeeBps: 100 };
  return { ...fixed, buyFeeBps, timestamp };
}

export function itemOf(token: NaiveToken, now: number) {
  const launchProtection = protectionOf(token, now);
  const isProtected = launchProtection !== null && now < launchProtection.endTime;
  return {
    ...(isProtected ? { launchProtection } : {}),
    tokenAddress: getAddress(token.address),
    symbol: token.symbol,
    name: token.name,
    marketCapETH: dec(capNow(token)),
    createdAt: token.createdAt,
    image: null,
    description: null,
  };
}

/** @param now when the response is rendered @param windowAt end of the window of lists */
export function withStats(token: NaiveToken, now: number, windowAt: number) {
  return {
    ...itemOf(token, now),
    volume24h: dec(volumeOf(token, windowAt, DAY, 60)),
    priceChange24h: dec(changeOf(token, windowAt), 6),
  };
}

/**
 * Figures of a list as of a minute.
 * @param known.liquidity ETH in the pool, as the contracts report it
 * @param known.contracts contracts that do not count as holders
 */
export function figuresOf(
  token: NaiveToken,
  minute: number,
  { liquidity, contracts }: { liquidity: bigint; contracts: ReadonlySet<string> },
) {
  const share = (held: bigint) => Number((held * 10_000n) / token.supply) / 100;
  const held = token.holders.get(token.creator) ?? 0n;
  const total = (amounts: bigint[]) => amounts.reduce((whole, wei) => whole + wei, 0n);
  const [first] = earlyBuyers(token, positionsOf(token, contracts)).values();
  const firstBought = [...(first ?? [])];
  const trades = token.trades.filter(({ time }) => time - (time % 60) > minute - DAY);
  return {
    priceETH: priceOf(token.sqrt),
    priceChange5m: dec(changeOf(token, minute, 300), 6),
    priceChange1h: dec(changeOf(token, minute, 3_600), 6),
    priceChange6h: dec(changeOf(token, minute, 21_600), 6),
    trades24h: trades.length,
    holders: token.holders.size,
    liquidityETH: dec(liquidity),
    creatorShare: share(held),
    topHoldersShare: share(total(largestHolders(token, contracts).map(([, wei]) => wei))),
    firstBlockShare: share(
      total(firstBought.map(([holder, wei]) => smaller(token.holders.get(holder) ?? 0n, wei))),
    ),
  };
}
