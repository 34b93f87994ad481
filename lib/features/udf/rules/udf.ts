import type { CandleInterval } from "@/lib/features/market/rules/candles";
import type { Brand } from "@/lib/shared/brand";

/** Resolution names of TradingView's UDF protocol for each candle interval. */
export const RESOLUTIONS = {
  "1S": "1s",
  "1": "1m",
  "5": "5m",
  "15": "15m",
  "30": "30m",
  "60": "1h",
  "240": "4h",
  "1D": "1d",
} as const satisfies Record<string, CandleInterval>;

/** In display order; an object with number-like keys does not keep its order. */
export const UDF_RESOLUTIONS = [
  "1S",
  "1",
  "5",
  "15",
  "30",
  "60",
  "240",
  "1D",
] as const satisfies Array<keyof typeof RESOLUTIONS>;

/** Alternative names that charts use. */
export const RESOLUTION_ALIASES = { S: "1S", D: "1D" } as const;

/** The launchpad's name as an exchange. Programs split names at colons and lists at commas. */
export function exchangeName(brand: Pick<Brand, "name">): string {
  return brand.name.replace(/[,:]/g, " ").trim();
}

/** The candle interval of a resolution; null for an unsupported one. */
export function intervalOf(resolution: string): CandleInterval | null {
  const isAlias = (value: string): value is keyof typeof RESOLUTION_ALIASES =>
    Object.hasOwn(RESOLUTION_ALIASES, value);
  const isKnown = (value: string): value is keyof typeof RESOLUTIONS =>
    Object.hasOwn(RESOLUTIONS, value);
  const name = isAlias(resolution) ? RESOLUTION_ALIASES[resolution] : resolution;
  return isKnown(name) ? RESOLUTIONS[name] : null;
}
