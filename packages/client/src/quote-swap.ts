import { sqrtPriceAtTick } from "@/lib/features/market/rules/pool-math";
import { computeSwapStep, SwapRevert } from "./swap-math";

/** A position of a pool; the hook owns all of them. */
export type PoolPosition = { tickLower: number; tickUpper: number; liquidity: bigint };

/**
 * The state of a launched token's pool. Currency 0 is ETH, currency 1 the token, so the price is in
 * tokens per ETH and a higher tick is a cheaper token.
 */
export type SwapPool = {
  /** `getSlot0` of Uniswap's StateView. */
  sqrtPriceX96: bigint;
  tick: number;
  /** `startTick` of the hook's `poolState`: no trade ends above it. */
  startTick: number;
  /** The launch position (`lockedLiquidity` of LaunchLens), and the bid wall where there is one. */
  positions: readonly PoolPosition[];
  /** The hook's fee in basis points of the ETH side. */
  feeBps: { buy: number; sell: number };
};

/** A buy pays ETH. `exact` is the side of `amount`. */
export type SwapOrder = { side: "buy" | "sell"; exact: "in" | "out"; amount: bigint };

export type SwapQuote = {
  /** Amount that the trader pays, fee included. */
  amountIn: bigint;
  /** Amount that the trader receives, without the fee. */
  amountOut: bigint;
  feeWei: bigint;
  /** The pool's price after the trade. */
  sqrtPriceAfterX96: bigint;
};

/** Why the swap would revert. */
export type SwapProblem = "not_enough_liquidity" | "below_start_price";

/** The swap would revert on chain: the pool holds too little, or ends below its first price. */
export class SwapQuoteError extends Error {
  override readonly name = "SwapQuoteError";
  readonly problem: SwapProblem;

  constructor(problem: SwapProblem, options?: ErrorOptions) {
    super(
      problem === "not_enough_liquidity"
        ? "The pool cannot fill the whole amount."
        : "The price would end below the price of the launch.",
      options,
    );
    this.problem = problem;
  }
}

const BPS = 10_000n;
const TICK_SPACING = 60;
/** Ticks in one word of the PoolManager's bitmap; a step never goes farther. */
const WORD = 256;
const MAX_TICK = 887_272;
const MAX_AMOUNT = (1n << 127n) - 1n;
/** The limits that V4Quoter and routers pass. */
const LOWEST = sqrtPriceAtTick(-MAX_TICK) + 1n;
const HIGHEST = sqrtPriceAtTick(MAX_TICK) - 1n;

/**
 * Quotes a swap in a launched token's pool. Equal to Uniswap's V4Quoter to the wei while the pool
 * is in the given state, its trading is open and Uniswap's protocol fee is off.
 * @throws RangeError for an amount that is not positive or needs more than 127 bits
 * @throws SwapQuoteError
 */
export function quoteSwap(pool: SwapPool, order: SwapOrder): SwapQuote {
  const { side, exact, amount } = order;
  if (amount <= 0n || amount > MAX_AMOUNT) throw new RangeError(`invalid amount ${amount}`);
  const feeBps = BigInt(side === "buy" ? pool.feeBps.buy : pool.feeBps.sell);
  // The fee is part of the ETH side. Where that is the exact side, the pool swaps what remains of it.
  if ((side === "buy") === (exact === "in")) {
    const feeWei = side === "buy" ? feeOfGross(amount, feeBps) : feeOnNet(amount, feeBps);
    const own = side === "buy" ? amount - feeWei : amount + feeWei;
    const { amountIn, amountOut, sqrtPriceAfterX96 } = swapInPool(pool, { ...order, amount: own });
    return exact === "in"
      ? { amountIn: amount, amountOut, feeWei, sqrtPriceAfterX96 }
      : { amountIn, amountOut: amount, feeWei, sqrtPriceAfterX96 };
  }
  const { amountIn, amountOut, sqrtPriceAfterX96 } = swapInPool(pool, order);
  const feeWei = side === "buy" ? feeOnNet(amountIn, feeBps) : feeOfGross(amountOut, feeBps);
  return side === "buy"
    ? { amountIn: amountIn + feeWei, amountOut, feeWei, sqrtPriceAfterX96 }
    : { amountIn, amountOut: amountOut - feeWei, feeWei, sqrtPriceAfterX96 };
}

function feeOfGross(grossWei: bigint, feeBps: bigint): bigint {
  return (grossWei * feeBps) / BPS;
}

function feeOnNet(netWei: bigint, feeBps: bigint): bigint {
  const rest = BPS - feeBps;
  return (netWei * feeBps + rest - 1n) / rest;
}

type InPool = { amountIn: bigint; amountOut: bigint; sqrtPriceAfterX96: bigint };

/** The swap of the pool itself, without the hook: `Pool.swap` of @uniswap/v4-core. */
function swapInPool(pool: SwapPool, { side, exact, amount }: SwapOrder): InPool {
  const isDown = side === "buy";
  const positions = pool.positions.filter(({ liquidity }) => liquidity > 0n);
  let { sqrtPriceX96, tick } = pool;
  let liquidity = positions
    .filter(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
    .reduce((sum, one) => sum + one.liquidity, 0n);
  const limit = isDown ? LOWEST : HIGHEST;
  const total = { amountIn: 0n, amountOut: 0n };
  let remaining = amount;
  while (remaining > 0n && sqrtPriceX96 !== limit) {
    const next = nextTick(positions, tick, isDown);
    const nextX96 = sqrtPriceAtTick(next);
    const targetX96 = isDown === nextX96 < limit ? limit : nextX96;
    const step = swapStep({ sqrtPriceX96, targetX96, liquidity, exact, remaining });
    sqrtPriceX96 = step.sqrtPriceX96;
    total.amountIn += step.amountIn;
    total.amountOut += step.amountOut;
    remaining -= exact === "in" ? step.amountIn : step.amountOut;
    if (sqrtPriceX96 === nextX96) {
      liquidity += netLiquidity(positions, next) * (isDown ? -1n : 1n);
      tick = isDown ? next - 1 : next;
    }
  }
  if (remaining > 0n) throw new SwapQuoteError("not_enough_liquidity");
  if (sqrtPriceX96 >= sqrtPriceAtTick(pool.startTick + 1)) {
    throw new SwapQuoteError("below_start_price");
  }
  return { ...total, sqrtPriceAfterX96: sqrtPriceX96 };
}

function swapStep(step: Parameters<typeof computeSwapStep>[0]) {
  try {
    return computeSwapStep(step);
  } catch (error) {
    if (!(error instanceof SwapRevert)) throw error;
    throw new SwapQuoteError("not_enough_liquidity", { cause: error });
  }
}

/**
 * The tick at which the next step ends: the next end of a position, at most the end of the word of the
 * PoolManager's bitmap, because each step rounds on its own.
 */
function nextTick(positions: readonly PoolPosition[], tick: number, isDown: boolean): number {
  const ends = positions.flatMap(({ tickLower, tickUpper }) => [tickLower, tickUpper]);
  const unit = Math.floor(tick / TICK_SPACING);
  if (isDown) {
    const first = Math.floor(unit / WORD) * WORD * TICK_SPACING;
    const found = ends.filter((end) => end <= unit * TICK_SPACING && end >= first);
    return Math.max(-MAX_TICK, found.length === 0 ? first : Math.max(...found));
  }
  const last = (Math.floor((unit + 1) / WORD) * WORD + WORD - 1) * TICK_SPACING;
  const found = ends.filter((end) => end >= (unit + 1) * TICK_SPACING && end <= last);
  return Math.min(MAX_TICK, found.length === 0 ? last : Math.min(...found));
}

/** How the active liquidity changes where the price rises through a tick. */
function netLiquidity(positions: readonly PoolPosition[], tick: number): bigint {
  const sum = (at: "tickLower" | "tickUpper") =>
    positions.filter((one) => one[at] === tick).reduce((all, one) => all + one.liquidity, 0n);
  return sum("tickLower") - sum("tickUpper");
}
