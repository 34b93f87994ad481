import { change, type DemoMarket, lastPrice, meanPrice } from "./market";
import type { Random } from "./random";

/** A trader's position in one token. Prices are ETH per whole token. */
export type Position = {
  /** Whole tokens. */
  amount: number;
  entryPrice: number;
  highestPrice: number;
  openedAtMs: number;
  /** How many times profit was taken. */
  taken: number;
};

/** `spend` in ETH, `sell` as a share of the position; null: no action. */
export type Decision = { spend: number } | { sell: number } | null;

export type Situation = {
  market: DemoMarket;
  position: Position | null;
  /** Market cap in ETH; trade sizes scale with it. */
  marketCap: number;
  nowMs: number;
  random: Random;
};

export type Strategy = {
  name: string;
  /** Traders of this kind on each chain. */
  count: number;
  /** Mean seconds between two checks of the market. */
  everySeconds: number;
  /** Whether it checks the newest token first instead of choosing by appeal. */
  newestFirst?: boolean;
  decide(situation: Situation): Decision;
};

const gain = ({ market, position }: Situation): number =>
  position === null || position.entryPrice === 0 ? 0 : lastPrice(market) / position.entryPrice - 1;

const sized = ({ marketCap, random }: Situation, share: number): Decision => ({
  spend: Math.max(random.skewed(marketCap * share, 0.5), 0.0005),
});

/** Buys rising tokens, sells after a fall from the top. */
const momentum: Strategy = {
  name: "momentum",
  count: 3,
  everySeconds: 9,
  decide(situation) {
    const { market, position, nowMs } = situation;
    if (position === null) {
      return change(market, 45_000, nowMs) > 0.04 ? sized(situation, 0.012) : null;
    }
    return lastPrice(market) < position.highestPrice * 0.93 ? { sell: 1 } : null;
  },
};

/** Buys far below the mean and sells far above it. */
const meanReverting: Strategy = {
  name: "mean-reverting",
  count: 2,
  everySeconds: 11,
  decide(situation) {
    const { market, position } = situation;
    const mean = meanPrice(market);
    if (market.prices.length < 10 || mean === 0) return null;
    const distance = lastPrice(market) / mean - 1;
    if (distance < -0.06) return sized(situation, 0.012);
    return position !== null && distance > 0.05 ? { sell: 0.6 } : null;
  },
};

/** First into every launch; sells in two parts after a gain, at once after a loss. */
const sniper: Strategy = {
  name: "sniper",
  count: 2,
  everySeconds: 4,
  newestFirst: true,
  decide(situation) {
    const { market, position, nowMs } = situation;
    if (position === null) {
      return nowMs - market.listedAtMs < 20_000 ? sized(situation, 0.025) : null;
    }
    if (gain(situation) > 0.35) return { sell: position.taken === 0 ? 0.5 : 1 };
    return nowMs - position.openedAtMs > 150_000 || gain(situation) < -0.2 ? { sell: 1 } : null;
  },
};

/** Rare and large; sells a third of a big gain. */
const whale: Strategy = {
  name: "whale",
  count: 1,
  everySeconds: 55,
  decide(situation) {
    const { position, random } = situation;
    if (position !== null && gain(situation) > 0.5) return { sell: 0.33 };
    return random.chance(0.45) ? sized(situation, 0.07) : null;
  },
};

/** Small and random, slightly more often a buyer than a seller. */
const retail: Strategy = {
  name: "retail",
  count: 6,
  everySeconds: 10,
  decide(situation) {
    const { position, random, market, nowMs } = situation;
    // A falling price makes some of them sell.
    const fear = change(market, 60_000, nowMs) < -0.08 ? 0.3 : 0;
    if (position !== null && random.chance(0.36 + fear)) return { sell: random.between(0.2, 1) };
    return random.chance(0.55) ? sized(situation, 0.004) : null;
  },
};

/** Buys dips and sells a quarter at every step up. */
const profitTaker: Strategy = {
  name: "profit-taker",
  count: 2,
  everySeconds: 13,
  decide(situation) {
    const { position, market, nowMs, random } = situation;
    if (position === null) {
      return change(market, 90_000, nowMs) < 0.02 && random.chance(0.3)
        ? sized(situation, 0.01)
        : null;
    }
    return gain(situation) > 0.18 * (position.taken + 1) ? { sell: 0.25 } : null;
  },
};

export const STRATEGIES = [momentum, meanReverting, sniper, whale, retail, profitTaker] as const;
