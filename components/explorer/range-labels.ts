import type { RangeName } from "./explorer-state";

/** Labels of ranges, and the unit behind their values. */
export const RANGE_LABELS: Record<RangeName, { label: string; unit: string }> = {
  marketCapMin: { label: "Market cap from", unit: " ETH" },
  marketCapMax: { label: "Market cap to", unit: " ETH" },
  ageMin: { label: "Older than", unit: "" },
  ageMax: { label: "Younger than", unit: "" },
  volume24hMin: { label: "Volume from", unit: " ETH" },
  volume24hMax: { label: "Volume to", unit: " ETH" },
  holdersMin: { label: "Holders from", unit: "" },
  holdersMax: { label: "Holders to", unit: "" },
  liquidityMin: { label: "Liquidity from", unit: " ETH" },
  creatorShareMax: { label: "Creator holds at most", unit: "%" },
};

const HOUR = 3_600;

/** Hours of an age in seconds. */
export function showAge(seconds: string): string {
  return `${Number(seconds) / HOUR}h`;
}

/** The age in seconds of a number of hours; "" for a text that is no number. */
export function ageOf(hours: string): string {
  const value = Number(hours);
  return hours === "" || !Number.isFinite(value) ? "" : String(Math.round(value * HOUR));
}
