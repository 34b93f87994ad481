import { larger, smaller } from "@/lib/shared/bigint-min-max";

/**
 * Uniswap v4 tick and liquidity math in bigint, with the rounding of the contracts. Pools of ETH
 * (currency 0) and a token (currency 1): a higher tick is a cheaper token.
 */

/** (1 - 1.0001^-30) × 2^128, rounded up; equal to contracts/src/libraries/PoolMath.sol. */
const ONE_MINUS_RATIO = 0xc44db7935722959383f1f35da47488n;
const MAX_UINT256 = (1n << 256n) - 1n;
const MAX_TICK = 887_272;

/** 2^128 / sqrt(1.0001)^(2^i), Uniswap v4 TickMath. */
const RATIOS = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const;

/**
 * sqrt(1.0001^tick) as Q64.96, rounded up like TickMath.getSqrtPriceAtTick.
 * @throws RangeError if the tick is out of Uniswap's bounds
 */
export function sqrtPriceAtTick(tick: number): bigint {
  const steps = Math.abs(tick);
  if (!Number.isInteger(tick) || steps > MAX_TICK) throw new RangeError(`invalid tick ${tick}`);
  let price = 1n << 128n;
  for (const [bit, ratio] of RATIOS.entries()) {
    if (steps & (1 << bit)) price = (price * ratio) >> 128n;
  }
  if (tick > 0) price = MAX_UINT256 / price;
  return (price + (1n << 32n) - 1n) >> 32n;
}

/** Liquidity of a wall for an amount of ETH, rounded down; equal to PoolMath.wallLiquidity. */
export function wallLiquidity(lower: number, ethWei: bigint): bigint {
  return (ethWei * (sqrtPriceAtTick(lower) << 32n)) / ONE_MINUS_RATIO;
}

/** ETH that a position below the price takes, rounded up; equal to PoolMath.ethToPlace. */
export function ethToPlace(position: { lower: number; upper: number; liquidity: bigint }): bigint {
  const a = sqrtPriceAtTick(position.lower);
  const b = sqrtPriceAtTick(position.upper);
  return divideUp(divideUp((position.liquidity << 96n) * (b - a), b), a);
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** ETH in a position between two ticks at a price, rounded down. */
export function ethInPosition(position: {
  lower: number;
  upper: number;
  liquidity: bigint;
  sqrtPriceX96: bigint;
}): bigint {
  const a = sqrtPriceAtTick(position.lower);
  const b = sqrtPriceAtTick(position.upper);
  const price = larger(position.sqrtPriceX96, a);
  if (price >= b) return 0n;
  return ((position.liquidity << 96n) * (b - price)) / b / price;
}

/** Smallest units of every launched token, all of which go into its pool. Source: `Launchpad.SUPPLY`. */
export const LAUNCH_SUPPLY = 10n ** 29n;
/** Lower end of the position that a token is launched with. Source: `PoolMath.MIN_USABLE_TICK`. */
const SEED_LOWER_X96 = sqrtPriceAtTick(-887_220);

/** A pool's two positions: the one of the launch, and the bid wall. */
export type PoolPositions = {
  sqrtPriceX96: bigint;
  /** Upper end of the position of the launch. */
  startingSqrtPriceX96: bigint;
  wall: { lower: number; upper: number; liquidity: bigint };
};

/** Liquidity of the launch position; equal to PoolMath.liquidityForTokens. */
export function seedLiquidity(startingSqrtPriceX96: bigint): bigint {
  return (LAUNCH_SUPPLY << 96n) / (startingSqrtPriceX96 - SEED_LOWER_X96);
}

/** Tokens that the launch position takes, rounded up; a few units of the supply are left over. */
export function seedTokens(startingSqrtPriceX96: bigint): bigint {
  const width = startingSqrtPriceX96 - SEED_LOWER_X96;
  return divideUp(seedLiquidity(startingSqrtPriceX96) * width, 1n << 96n);
}

/** Tokens that a position at or below the price has bought, rounded down. */
export function tokensInPosition(position: {
  lower: number;
  upper: number;
  liquidity: bigint;
  sqrtPriceX96: bigint;
}): bigint {
  const a = sqrtPriceAtTick(position.lower);
  const b = sqrtPriceAtTick(position.upper);
  const price = smaller(position.sqrtPriceX96, b);
  return price <= a ? 0n : (position.liquidity * (price - a)) >> 96n;
}

/** Reserves of a pool's positions at its price, each rounded down. */
export function poolReserves(pool: PoolPositions): {
  ethWei: bigint;
  tokenWei: bigint;
  /** The part of `tokenWei` that the bid wall bought. */
  wallTokenWei: bigint;
} {
  const { sqrtPriceX96, startingSqrtPriceX96, wall } = pool;
  const liquidity = seedLiquidity(startingSqrtPriceX96);
  const price = smaller(sqrtPriceX96, startingSqrtPriceX96);
  const seedWei =
    ((liquidity << 96n) * (startingSqrtPriceX96 - price)) / startingSqrtPriceX96 / price;
  const seedTokenWei = (liquidity * (price - SEED_LOWER_X96)) >> 96n;
  if (wall.liquidity === 0n) {
    return { ethWei: seedWei, tokenWei: seedTokenWei, wallTokenWei: 0n };
  }
  const wallTokenWei = tokensInPosition({ ...wall, sqrtPriceX96 });
  return {
    ethWei: seedWei + ethInPosition({ ...wall, sqrtPriceX96 }),
    tokenWei: seedTokenWei + wallTokenWei,
    wallTokenWei,
  };
}
