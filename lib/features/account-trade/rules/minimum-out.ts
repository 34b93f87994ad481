import { minimumReceived } from "@/lib/features/trade/rules/figures";
import { SLIPPAGE_MAX_BPS } from "@/lib/features/trade/rules/slippage";

/**
 * The lowest minimum that a trade may have. Without one, a front-runner could take nearly all of
 * the output.
 */
export function lowestMinimum(quotedOut: bigint): bigint {
  const lowest = minimumReceived(quotedOut, SLIPPAGE_MAX_BPS);
  return lowest > 0n ? lowest : 1n;
}
