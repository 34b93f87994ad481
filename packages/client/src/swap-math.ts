/**
 * The arithmetic of one step of a Uniswap v4 swap without an LP fee, in bigint and with the rounding of
 * the contracts: `SwapMath` and `SqrtPriceMath` of @uniswap/v4-core. Currency 0 is ETH, so a buy moves
 * the price down.
 */

const Q96 = 1n << 96n;
const LIMIT_160 = 1n << 160n;
const LIMIT_256 = 1n << 256n;

/** Why the pool would revert. */
export class SwapRevert extends Error {
  override readonly name = "SwapRevert";
}

export type SwapStep = { sqrtPriceX96: bigint; amountIn: bigint; amountOut: bigint };

/**
 * Swaps within one liquidity, at most to the target price.
 * @param remaining what is left of the exact amount
 * @throws SwapRevert
 */
export function computeSwapStep(step: {
  sqrtPriceX96: bigint;
  targetX96: bigint;
  liquidity: bigint;
  exact: "in" | "out";
  remaining: bigint;
}): SwapStep {
  const { sqrtPriceX96: from, targetX96: target, liquidity, exact, remaining } = step;
  const isDown = from >= target;
  const amountIn = (to: bigint) =>
    isDown ? amount0(to, from, liquidity, true) : amount1(from, to, liquidity, true);
  const amountOut = (to: bigint) =>
    isDown ? amount1(to, from, liquidity, false) : amount0(from, to, liquidity, false);
  if (exact === "in") {
    const whole = amountIn(target);
    if (remaining >= whole) {
      return { sqrtPriceX96: target, amountIn: whole, amountOut: amountOut(target) };
    }
    const to = isDown
      ? afterAmount0(from, liquidity, remaining)
      : afterAmount1(from, liquidity, remaining);
    return { sqrtPriceX96: to, amountIn: remaining, amountOut: amountOut(to) };
  }
  const whole = amountOut(target);
  if (remaining >= whole) {
    return { sqrtPriceX96: target, amountIn: amountIn(target), amountOut: whole };
  }
  const to = isDown
    ? beforeAmount1(from, liquidity, remaining)
    : beforeAmount0(from, liquidity, remaining);
  return { sqrtPriceX96: to, amountIn: amountIn(to), amountOut: remaining };
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** ETH between two prices, a < b. */
function amount0(a: bigint, b: bigint, liquidity: bigint, roundsUp: boolean): bigint {
  const product = (liquidity << 96n) * (b - a);
  return roundsUp ? divideUp(divideUp(product, b), a) : product / b / a;
}

/** Tokens between two prices, a < b. */
function amount1(a: bigint, b: bigint, liquidity: bigint, roundsUp: boolean): bigint {
  const product = liquidity * (b - a);
  return roundsUp ? divideUp(product, Q96) : product / Q96;
}

/** The price after an input of ETH, rounded up. */
function afterAmount0(price: bigint, liquidity: bigint, amount: bigint): bigint {
  if (amount === 0n) return price;
  const numerator = liquidity << 96n;
  const denominator = numerator + amount * price;
  // The contract uses the second form where the first would not fit in 256 bits.
  return denominator < LIMIT_256
    ? divideUp(numerator * price, denominator)
    : divideUp(numerator, numerator / price + amount);
}

/** The price after an output of ETH, rounded up. */
function beforeAmount0(price: bigint, liquidity: bigint, amount: bigint): bigint {
  if (amount === 0n) return price;
  const numerator = liquidity << 96n;
  const product = amount * price;
  if (product >= LIMIT_256 || numerator <= product) throw new SwapRevert("PriceOverflow");
  return fit(divideUp(numerator * price, numerator - product));
}

/** The price after an input of tokens, rounded down. */
function afterAmount1(price: bigint, liquidity: bigint, amount: bigint): bigint {
  return fit(price + (amount << 96n) / liquidity);
}

/** The price after an output of tokens, rounded down. */
function beforeAmount1(price: bigint, liquidity: bigint, amount: bigint): bigint {
  const quotient = divideUp(amount << 96n, liquidity);
  if (price <= quotient) throw new SwapRevert("NotEnoughLiquidity");
  return price - quotient;
}

function fit(price: bigint): bigint {
  if (price >= LIMIT_160) throw new SwapRevert("SafeCastOverflow");
  return price;
}
