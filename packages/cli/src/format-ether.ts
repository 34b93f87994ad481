/** Of ETH, and of every launched token. */
export const DECIMALS = 18;

/** Wei, or smallest token units, as a plain decimal: `10000000000000000` is `0.01`. */
export function formatEther(wei: string): string {
  const digits = wei.padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  const whole = digits.slice(0, -DECIMALS);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
