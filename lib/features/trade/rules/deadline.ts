import { readNumber } from "@/lib/shared/number-text";

export const DEADLINE_MINUTES = { default: 10, min: 1, max: 180 } as const;

/**
 * Unix seconds until which a trade may be mined. Counted from the later of both clocks: the newest
 * block of a quiet chain may be old, and a person's clock may run behind.
 */
export function deadlineSeconds(minutes: number, nowMs: number, blockSeconds: bigint): bigint {
  const now = BigInt(Math.floor(nowMs / 1_000));
  const start = now > blockSeconds ? now : blockSeconds;
  return start + BigInt(minutes) * 60n;
}

/** Whole minutes from 1 to 180 as a person types them; else null. */
export function parseDeadline(text: string): number | null {
  const { value } = readNumber(text, { decimals: 0, max: DEADLINE_MINUTES.max });
  if (value === null) return null;
  const minutes = Number(value);
  return minutes >= DEADLINE_MINUTES.min && minutes <= DEADLINE_MINUTES.max ? minutes : null;
}
