import { LAUNCH_SUPPLY, seedLiquidity } from "@/lib/features/market/rules/pool-math";

const BPS = 10_000n;
const Q96 = 1n << 96n;

/** How a new pool starts, and how much of the supply a first buy may take. */
export type FirstBuyTerms = { sqrtPriceX96: bigint; feeBps: bigint; maxBps: bigint };

/**
 * The ETH that buys the largest first buy, fee included, rounded down; 0 if the chain allows none.
 */
export function largestFirstBuyWei({ sqrtPriceX96, feeBps, maxBps }: FirstBuyTerms): bigint {
  if (maxBps === 0n) return 0n;
  const liquidity = seedLiquidity(sqrtPriceX96);
  const most = (LAUNCH_SUPPLY * maxBps) / BPS;
  const after = sqrtPriceX96 - (most * Q96) / liquidity;
  const netWei = (liquidity * Q96 * (sqrtPriceX96 - after)) / sqrtPriceX96 / after;
  return (netWei * BPS) / (BPS - feeBps);
}
