import type { Address } from "viem";
import type { Identity, IdentityType } from "@/lib/shared/identity";

/** Total shares of a split: 100.00000% in micro-percent (1% = 100,000). */
export const SPLIT_TOTAL = 10_000_000;
export const RECIPIENTS_MAX = 100;

/** A requested recipient with its share; `original` is the caller's text. */
export type RecipientRequest = {
  identity: Identity;
  splitMicroPercent: number;
  original: string;
};

/** A resolved recipient. The shares of all recipients sum to `SPLIT_TOTAL`. */
export type Recipient = {
  account: Address;
  splitMicroPercent: number;
  type: IdentityType;
  original: string;
};

/** The address of a recipient and its share. */
export type Share = Pick<Recipient, "account" | "splitMicroPercent">;

/**
 * Equal shares of `SPLIT_TOTAL`, rounded down; the last recipient gets the remainder: 3333333,
 * 3333333 and 3333334.
 */
export function equalSplit(count: number): number[] {
  const share = Math.floor(SPLIT_TOTAL / count);
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? SPLIT_TOTAL - share * (count - 1) : share,
  );
}

/** Micro-percent as a decimal percentage: `3333334` is `33.33334`. */
export function formatSplit(splitMicroPercent: number): string {
  const whole = Math.floor(splitMicroPercent / 100_000);
  const fraction = String(splitMicroPercent % 100_000).padStart(5, "0");
  return `${whole}.${fraction}`;
}

/** Whether an address occurs twice. Addresses must be checksummed. */
export function hasDuplicates(accounts: readonly Address[]): boolean {
  return new Set(accounts).size !== accounts.length;
}
