import type { Address } from "viem";
import type { Identity, IdentityType } from "@/lib/shared/identity";

/** All shares of a split together: 100.00000 % in micro-percent (1 % = 100,000). */
export const SPLIT_TOTAL = 10_000_000;
export const RECIPIENTS_MAX = 100;

/** A recipient as it was asked for, with its share; `original` is what the caller wrote. */
export type RecipientRequest = {
  identity: Identity;
  splitMicroPercent: number;
  original: string;
};

/** A recipient as it stands on chain. The shares of all recipients sum to `SPLIT_TOTAL`. */
export type Recipient = {
  account: Address;
  splitMicroPercent: number;
  type: IdentityType;
  original: string;
};

/** A recipient and its share, without how it was asked for. */
export type Share = Pick<Recipient, "account" | "splitMicroPercent">;

/**
 * Equal shares of `SPLIT_TOTAL`, rounded down, the remainder to the last: three recipients get
 * 3333333, 3333333 and 3333334.
 */
export function equalSplit(count: number): number[] {
  const share = Math.floor(SPLIT_TOTAL / count);
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? SPLIT_TOTAL - share * (count - 1) : share,
  );
}

/** Micro-percent as the interface answers it: `3333334` is `33.33334`. */
export function formatSplit(splitMicroPercent: number): string {
  const whole = Math.floor(splitMicroPercent / 100_000);
  const fraction = String(splitMicroPercent % 100_000).padStart(5, "0");
  return `${whole}.${fraction}`;
}

/** Whether two recipients have one address. Addresses are checksummed. */
export function hasDuplicates(accounts: readonly Address[]): boolean {
  return new Set(accounts).size !== accounts.length;
}
