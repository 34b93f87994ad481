import type { Address } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";

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

/**
 * How long the service does not pay an account from a source again after such a payout reverted on
 * chain: the account may be a contract that burns the gas.
 */
export const REVERTED_PAUSE_MS = 86_400_000;

/** How long a request waits for its transactions, in ms; the job engine continues after that. */
export const REQUEST_WAIT_MS = 25_000;

/** Wallets of one request that are read or paid at once: an account may have many, on every chain. */
export const WALLETS_AT_ONCE = { runningMax: 4, waitingMax: 1_000 } as const;

/** Unique among the open payouts. */
export function payoutKeyOf(chain: ChainSlug, account: Address, source: Address): string {
  return `payout:${chain}:${account}:${source}`;
}

/** The operator's limits for a payout: at least `minimumWei`, and `gasFactor` times its gas. */
export type PayoutTerms = { minimumWei: bigint; gasFactor: number };

/** The limits that the operator configured. */
export function termsOf(env: {
  PAYOUT_MINIMUM_WEI: bigint;
  PAYOUT_GAS_FACTOR: number;
}): PayoutTerms {
  return { minimumWei: env.PAYOUT_MINIMUM_WEI, gasFactor: env.PAYOUT_GAS_FACTOR };
}

/**
 * Minimum amount of a payout that is worth its gas.
 * @param gasCostWei maximum cost of the transaction at current fees
 */
export function minimumPayoutWei(gasCostWei: bigint, terms: PayoutTerms): bigint {
  const byGas = gasCostWei * BigInt(terms.gasFactor);
  return byGas > terms.minimumWei ? byGas : terms.minimumWei;
}
