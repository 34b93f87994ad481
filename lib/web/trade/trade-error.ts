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
    const what = hash === null ? "The batch of the wallet" : `The transaction ${hash}`;
    super(`${what} ${TEXTS[code]}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hash = hash;
  }
}

const TEXTS = {
  reverted: "was reverted",
  cancelled: "was replaced by another one",
  not_sent: "was given up by the wallet",
  no_swap: "was mined without the trade",
  not_mined: "is not known to be mined",
  approval_pending: "is not known to be mined; it is the approval",
} as const satisfies Record<TradeError["code"], string>;

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
