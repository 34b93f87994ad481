import type { Hash, TransactionReceipt } from "viem";
import type { Occupant, Place } from "./place";

/** A transaction that a wallet has sent. `place` is null until a node has shown it. */
export type Sent = { hash: Hash; place: Place | null };

/** Result of one query of the chain. Null: not found, or the node did not respond. */
export type Sighting = { receipt: TransactionReceipt | null; occupant: Occupant | null };

/**
 * `undecided`: it may still be mined. `mined`: succeeded or reverted, see its receipt.
 * `repriced`: the wallet sent the same again with another fee. `cancelled`: another transaction was
 * mined in its place, so it never will be.
 */
export type Fate =
  | { is: "undecided" }
  | { is: "mined"; receipt: TransactionReceipt }
  | { is: "repriced"; hash: Hash }
  | { is: "cancelled" };

/**
 * Outcome of a sent transaction. Only its receipt and a mined transaction in its place decide;
 * a node that fails, lags or has forgotten it proves nothing.
 */
export function fateOf({ hash, place }: Sent, { receipt, occupant }: Sighting): Fate {
  if (receipt !== null) return { is: "mined", receipt };
  // A node may know the block of a transaction before its receipt.
  if (place === null || occupant === null || occupant.hash === hash) return { is: "undecided" };
  if (occupant.content === place.content) return { is: "repriced", hash: occupant.hash };
  return { is: "cancelled" };
}
