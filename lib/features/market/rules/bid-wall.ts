import { formatScaled } from "@/lib/shared/decimal";
import { ethInPosition, wallLiquidity } from "./pool-math";

/**
 * The buyback wall of a token as its events leave it. Amounts in wei.
 * @property lifetimeWei all ETH ever sent to it: fees less the creator's part
 * @property pendingWei ETH that waits for the next move
 * @property placedWei ETH put into the position at the last move
 */
export type BidWall = {
  lifetimeWei: bigint;
  pendingWei: bigint;
  placedWei: bigint;
  liquidity: bigint;
  lower: number;
  upper: number;
};

export const NO_WALL: BidWall = {
  lifetimeWei: 0n,
  pendingWei: 0n,
  placedWei: 0n,
  liquidity: 0n,
  lower: 0,
  upper: 0,
};

/** The wall after a trade whose fee left `feeWei` for it. */
export function feedWall(wall: BidWall, feeWei: bigint): BidWall {
  return {
    ...wall,
    lifetimeWei: wall.lifetimeWei + feeWei,
    pendingWei: wall.pendingWei + feeWei,
  };
}

/**
 * The wall after a move: the ETH of the old position and what was pending went into the new one.
 * With nothing placed it was only taken down; its ETH is pending until the next trade puts it up.
 */
export function moveWall(
  wall: BidWall,
  move: { ethPlacedWei: bigint; ethReturnedWei: bigint; tickLower: number; tickUpper: number },
): BidWall {
  const { tickLower: lower, tickUpper: upper } = move;
  const availableWei = wall.pendingWei + move.ethReturnedWei;
  return {
    lifetimeWei: wall.lifetimeWei,
    pendingWei: availableWei - move.ethPlacedWei,
    placedWei: move.ethPlacedWei,
    liquidity: move.ethPlacedWei === 0n ? 0n : wallLiquidity(lower, availableWei),
    lower,
    upper,
  };
}

/** ETH left in the placed position at a price: traders sold tokens into the rest. */
export function wallRemainingWei(wall: BidWall, sqrtPriceX96: bigint): bigint {
  if (wall.placedWei === 0n || wall.liquidity === 0n) return 0n;
  const { lower, upper, liquidity } = wall;
  return ethInPosition({ lower, upper, liquidity, sqrtPriceX96 });
}

/** `100 * part / whole` with at most six fraction digits, cut off; 0 of nothing. */
export function percentage(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  return Number(formatScaled((part * 100_000_000n) / whole, 6));
}
