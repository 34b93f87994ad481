import { chainTime } from "@/lib/shared/chain/chain-time";
import { readNumber } from "@/lib/shared/text/number-text";

export const DEADLINE_MINUTES = { default: 10, min: 1, max: 180 } as const;

/** Deadline of a trade in Unix seconds. */
export function deadlineSeconds(minutes: number, nowMs: number, blockSeconds: bigint): bigint {
  return chainTime(nowMs, blockSeconds) + BigInt(minutes) * 60n;
}

/** Parses whole minutes from 1 to 180; null for anything else. */
export function parseDeadline(text: string): number | null {
  const { value } = readNumber(text, { decimals: 0, max: DEADLINE_MINUTES.max });
  if (value === null) return null;
  const minutes = Number(value);
  return minutes >= DEADLINE_MINUTES.min && minutes <= DEADLINE_MINUTES.max ? minutes : null;
}
