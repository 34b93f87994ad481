import type { Hash } from "viem";

/**
 * Outcome of a transaction that was sent. `not_mined`: undecided, it may still be mined.
 * `approval_pending`: so is the approval before the trade, which was not sent.
 * `approval_too_small`: it does not cover the amount, and the trade was not sent.
 * `maybe_sent`: the wallet has not returned whether it sent it. Every other code is proven by the
 * chain.
 */
export class TradeError extends Error {
  override readonly name = "TradeError";
  readonly code:
    | "reverted"
    | "cancelled"
    | "not_sent"
    | "no_swap"
    | "not_mined"
    | "approval_pending"
    | "approval_too_small"
    | "maybe_sent";
  /** Null: a batch whose transaction the wallet has not returned. */
  readonly hash: Hash | null;

  constructor(code: TradeError["code"], hash: Hash | null, cause?: unknown) {
    super(`${hash ?? "batch"}: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hash = hash;
  }
}
