/** Compact notation with 4 significant digits. @param decimal plain decimal */
export function compact(decimal: string): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 }).format(
    Number(decimal),
  );
}

/** An amount in dollars where they are known, otherwise in ETH. */
export function compactMoney(amount: { eth: string; usd: string | null }): string {
  return amount.usd === null ? `${compact(amount.eth)} ETH` : `$${compact(amount.usd)}`;
}

/** A change in percent with its sign. Changes below 0.01% are zero. */
export function signedPercent(decimal: string): { text: string; tone: "up" | "down" | "flat" } {
  const value = Number(decimal);
  if (Math.abs(value) < 0.01) return { text: "0%", tone: "flat" };
  const digits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(Math.abs(value));
  return value < 0 ? { text: `−${digits}%`, tone: "down" } : { text: `+${digits}%`, tone: "up" };
}
