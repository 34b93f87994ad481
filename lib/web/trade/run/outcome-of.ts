import type { Hash, TransactionReceipt } from "viem";
import type { MinedTransaction } from "./nonce-slot";
import type { SentTransaction } from "./sent-transaction";

/** Result of one query of the chain. Null: not found, or the node did not respond. */
export type ChainObservation = {
  receipt: TransactionReceipt | null;
  mined: MinedTransaction | null;
};

/**
 * `undecided`: it may still be mined. `mined`: succeeded or reverted, see its receipt.
 * `repriced`: the wallet sent the same again with another fee. `cancelled`: another transaction was
 * mined with its nonce, so it never will be.
 */
export type TransactionOutcome =
  | { is: "undecided" }
  | { is: "mined"; receipt: TransactionReceipt }
  | { is: "repriced"; hash: Hash }
  | { is: "cancelled" };

/**
 * Outcome of a sent transaction. Only its receipt and a mined transaction with its nonce decide;
 * a node that fails, lags or has forgotten it proves nothing.
 */
export function outcomeOf(
  { hash, place }: SentTransaction,
  { receipt, mined }: ChainObservation,
): TransactionOutcome {
  if (receipt !== null) return { is: "mined", receipt };
  // A node may know the block of a transaction before its receipt.
  if (place === null || mined === null || mined.hash === hash) return { is: "undecided" };
  if (mined.content === place.content) return { is: "repriced", hash: mined.hash };
  return { is: "cancelled" };
}
