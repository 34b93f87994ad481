import type { Address } from "viem";

/** Where money waits: in a token's fee stream, or in a manager that shares fees. */
export type PayoutSourceKind = "token" | "manager";
/** `failed`: the chain refused, nothing was paid. */
export type PayoutState = "pending" | "paid" | "failed";

/**
 * Something that can be paid to an account now. `tokens` are those whose streams are claimed into
 * the manager by the same transaction; empty for a stream of the account's own.
 */
export type Payable = {
  kind: PayoutSourceKind;
  source: Address;
  tokens: readonly Address[];
  amountWei: bigint;
};

/** What the operator asks of a payment: at least `minimumWei`, and `gasFactor` times its gas. */
export type PayoutTerms = { minimumWei: bigint; gasFactor: number };

/**
 * The least that a payment must bring to be worth its gas.
 * @param gasCostWei what the transaction costs at the most, at today's fees
 */
export function leastWorthPayingWei(gasCostWei: bigint, terms: PayoutTerms): bigint {
  const byGas = gasCostWei * BigInt(terms.gasFactor);
  return byGas > terms.minimumWei ? byGas : terms.minimumWei;
}
