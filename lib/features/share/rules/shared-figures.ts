/** Figures of shared cards and images. Digits are truncated like those of the pages, not rounded. */

const COMPACT = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumSignificantDigits: 4,
  roundingMode: "trunc",
});

/** Compact notation with 4 significant digits. @param decimal plain decimal */
export function compact(decimal: string): string {
  return COMPACT.format(Number(decimal));
}

/** An amount in dollars where they are known, otherwise in ETH. */
export function compactMoney(amount: { eth: string; usd: string | null }): string {
  return amount.usd === null ? `${compact(amount.eth)} ETH` : `$${compact(amount.usd)}`;
}

/** A change in percent with its sign, truncated to two digits. Changes below 0.01% are zero. */
export function signedPercent(decimal: string): { text: string; tone: "up" | "down" | "flat" } {
  const value = Number(decimal);
  if (Math.abs(value) < 0.01) return { text: "0%", tone: "flat" };
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  const cents = whole.length > 2 ? "" : `.${fraction.slice(0, 2).padEnd(2, "0")}`;
  const digits = `${new Intl.NumberFormat("en").format(BigInt(whole))}${cents}`;
  return value < 0 ? { text: `−${digits}%`, tone: "down" } : { text: `+${digits}%`, tone: "up" };
}
