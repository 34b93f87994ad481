import type { Hash } from "viem";

/**
 * What became of a transaction that was sent. `not_mined`: undecided, it may still be mined.
 * `approval_pending`: so is the approval before the trade, which was not sent. Every other code is
 * proven by the chain.
 */
export class TradeError extends Error {
  override readonly name = "TradeError";
  readonly code:
    | "reverted"
    | "cancelled"
    | "not_sent"
    | "no_swap"
    | "not_mined"
    | "approval_pending";
  /** Null: a batch whose transaction the wallet has not told. */
  readonly hash: Hash | null;

  constructor(code: TradeError["code"], hash: Hash | null, cause?: unknown) {
    super(`${hash ?? "batch"}: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hash = hash;
  }
}

/**
 * Runs what follows a transaction that was sent. From then on only a `TradeError` says what became of
 * it: code that does not load, or a wallet that is gone, decides nothing.
 * @throws TradeError
 */
export async function afterSending<Result>(
  hash: Hash | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TradeError ? error : new TradeError("not_mined", hash, error);
  }
}
