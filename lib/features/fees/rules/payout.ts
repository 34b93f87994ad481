import type { Address } from "viem";

/**
 * The source of a payout: a token's fee stream, a manager that shares fees, or the hook of a
 * deployment, which holds the earnings of referrers.
 */
export const PAYOUT_SOURCE_KINDS = ["token", "manager", "referral"] as const;
export type PayoutSourceKind = (typeof PAYOUT_SOURCE_KINDS)[number];
/** `failed`: the transaction was not possible; nothing was paid. */
export type PayoutState = "pending" | "paid" | "failed";

/**
 * An amount that can be paid to an address now. `tokens`: the streams that the same transaction
 * claims into the manager; empty for other sources.
 */
export type Payable = {
  kind: PayoutSourceKind;
  source: Address;
  tokens: readonly Address[];
  amountWei: bigint;
};

/** The operator's limits for a payout: at least `minimumWei`, and `gasFactor` times its gas. */
export type PayoutTerms = { minimumWei: bigint; gasFactor: number };

/**
 * Minimum amount of a payout that is worth its gas.
 * @param gasCostWei maximum cost of the transaction at current fees
 */
export function minimumPayoutWei(gasCostWei: bigint, terms: PayoutTerms): bigint {
  const byGas = gasCostWei * BigInt(terms.gasFactor);
  return byGas > terms.minimumWei ? byGas : terms.minimumWei;
}
