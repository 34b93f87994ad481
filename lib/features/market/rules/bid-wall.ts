import { TRADING_FEE_BPS } from "@/lib/features/fees/rules/fee-flow";
import { larger, smaller } from "@/lib/shared/bigint-min-max";
import { formatScaled } from "@/lib/shared/text/decimal";
import { ethInPosition, ethToPlace, LAUNCH_SUPPLY, wallLiquidity } from "./pool-math";

/**
 * State of a token's bid wall after its events. Amounts in wei.
 * @property lifetimeWei all ETH ever sent to it: fees minus the parts of the creator and of referrers
 * @property pendingWei ETH to be placed by the next move
 * @property placedWei ETH that the position takes when it is placed
 */
export type BidWall = {
  lifetimeWei: bigint;
  pendingWei: bigint;
  placedWei: bigint;
  liquidity: bigint;
  lower: number;
  upper: number;
};

/** The wall after a trade that added `feeWei`. */
export function feedWall(wall: BidWall, feeWei: bigint): BidWall {
  return {
    ...wall,
    lifetimeWei: wall.lifetimeWei + feeWei,
    pendingWei: wall.pendingWei + feeWei,
  };
}

/**
 * The wall after a move, which places the ETH that it held and the pending ETH. If nothing was
 * placed, the wall was only removed; its ETH is pending until the next trade.
 */
export function moveWall(
  wall: BidWall,
  move: { ethPlacedWei: bigint; ethReturnedWei: bigint; tickLower: number; tickUpper: number },
): BidWall {
  const { tickLower: lower, tickUpper: upper } = move;
  const availableWei = wall.pendingWei + move.ethReturnedWei;
  const liquidity = move.ethPlacedWei === 0n ? 0n : wallLiquidity(lower, availableWei);
  return {
    lifetimeWei: wall.lifetimeWei,
    pendingWei: availableWei - move.ethPlacedWei,
    // A wall that grew costs up to one wei less than one that is placed as a whole.
    placedWei: ethToPlace({ lower, upper, liquidity }),
    liquidity,
    lower,
    upper,
  };
}

const BPS = 10_000n;
/** Less is never worth a move; equal to LaunchHook's LEAST_BATCH. */
const LEAST_BATCH_WEI = 1_000_000_000n;

/**
 * Pending ETH at which the hook feeds the wall, equal to PoolMath.wallBatch: half of what the wall
 * gets of the fees when ETH worth the pool's depth is traded, at most `mostWei`, at least 1 gwei.
 */
export function wallBatchWei(pool: {
  mostWei: bigint;
  startingSqrtPriceX96: bigint;
  sqrtPriceX96: bigint;
  feeShareBps: number;
}): bigint {
  const roots = (pool.startingSqrtPriceX96 >> 64n) * (pool.sqrtPriceX96 >> 64n) + 1n;
  const depthWei = (LAUNCH_SUPPLY << 64n) / roots;
  const wallBps = BPS - BigInt(pool.feeShareBps);
  const wei = smaller((depthWei * wallBps * TRADING_FEE_BPS) / (2n * BPS * BPS), pool.mostWei);
  return larger(wei, LEAST_BATCH_WEI);
}

/** ETH left in the placed position at a price; sales into the wall have spent the rest. */
export function wallRemainingWei(wall: BidWall, sqrtPriceX96: bigint): bigint {
  if (wall.placedWei === 0n || wall.liquidity === 0n) return 0n;
  const { lower, upper, liquidity } = wall;
  return ethInPosition({ lower, upper, liquidity, sqrtPriceX96 });
}

/** `100 * part / whole`, truncated to six fraction digits; 0 if `whole` is 0. */
export function percentage(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  return Number(formatScaled((part * 100_000_000n) / whole, 6));
}
