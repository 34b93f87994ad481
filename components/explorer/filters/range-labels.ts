import { formatExact } from "@/lib/web/format/format-decimal";
import type { RangeName } from "../explorer-state";

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
  creatorShareMax: { label: "Creator to", unit: "%" },
  topHoldersShareMax: { label: "Top 10 to", unit: "%" },
  firstBlockShareMax: { label: "First buyers to", unit: "%" },
};

const HOUR = 3_600;
const MINUTE = 60;

/** An age in seconds in hours, or in minutes if it is not a whole number of hours. */
export function showAge(seconds: string): string {
  const value = Number(seconds);
  return value % HOUR === 0
    ? `${formatExact(value / HOUR)}h`
    : `${formatExact(rounded(value / MINUTE))}m`;
}

/** The hours of an age in seconds; "" for none. */
export function hoursOf(seconds: string): string {
  return seconds === "" ? "" : String(rounded(Number(seconds) / HOUR));
}

/** The age in seconds of a number of hours; "" for a text that is not a number. */
export function ageOf(hours: string): string {
  const value = Number(hours);
  return hours === "" || !Number.isFinite(value) ? "" : String(Math.round(value * HOUR));
}

/** To a few thousandths of a second, so that an age survives being shown in hours. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
