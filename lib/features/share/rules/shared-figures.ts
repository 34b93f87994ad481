import { CHANGE_MIN, changeDigits } from "@/lib/shared/text/change";

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

/** A change in percent with its sign. @param decimal plain decimal */
export function signedPercent(decimal: string): { text: string; tone: "up" | "down" | "flat" } {
  const value = Number(decimal);
  const digits = changeDigits(decimal);
  if (digits === null || Math.abs(value) < CHANGE_MIN) return { text: "0%", tone: "flat" };
  const whole = new Intl.NumberFormat("en").format(BigInt(digits.whole));
  const text = digits.fraction === "" ? `${whole}%` : `${whole}.${digits.fraction}%`;
  return value < 0 ? { text: `−${text}`, tone: "down" } : { text: `+${text}`, tone: "up" };
}
