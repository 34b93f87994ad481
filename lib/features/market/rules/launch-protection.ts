/**
 * Launch protection of a token: purchases cost more when trading opens.
 * @property startFeeBps fee of a purchase in the second of `startTime`, in basis points
 * @property endFeeBps the trading fee, from `endTime` on
 * @property startTime Unix seconds, like `endTime`
 */
export type LaunchProtection = {
  startFeeBps: number;
  endFeeBps: number;
  startTime: number;
  endTime: number;
};

/**
 * Fee of a purchase at a time, in basis points of all that the buyer pays. Falls in a straight line,
 * rounded up. Equal to the hook's `buyFeeBps`; source: contracts/src/libraries/SwapFee.sol.
 * @param now Unix seconds
 */
export function buyFeeBpsAt(protection: LaunchProtection, now: number): number {
  const { startFeeBps, endFeeBps, startTime, endTime } = protection;
  const left = endTime - now;
  if (left <= 0) return endFeeBps;
  const seconds = endTime - startTime;
  if (left >= seconds) return startFeeBps;
  return endFeeBps + Math.ceil(((startFeeBps - endFeeBps) * left) / seconds);
}
