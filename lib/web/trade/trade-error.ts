import type { Hash } from "viem";

/**
 * What became of a transaction that was sent. `not_mined`: undecided, it may still be mined.
 * `approval_pending`: so is the approval before the trade, which was not sent. Every other code is
 * proven by the chain.
 */
export class TradeError extends Error {
  override readonly name = "TradeError";
  readonly code: "reverted" | "cancelled" | "no_swap" | "not_mined" | "approval_pending";
  readonly hash: Hash;

  constructor(code: TradeError["code"], hash: Hash, cause?: unknown) {
    super(TEXTS[code](hash), cause === undefined ? undefined : { cause });
    this.code = code;
    this.hash = hash;
  }
}

const TEXTS = {
  reverted: (hash) => `The transaction ${hash} was reverted`,
  cancelled: (hash) => `The transaction ${hash} was cancelled`,
  no_swap: (hash) => `The transaction ${hash} was mined without the trade`,
  not_mined: (hash) => `The transaction ${hash} is not known to be mined`,
  approval_pending: (hash) => `The approval ${hash} is not known to be mined`,
} as const satisfies Record<TradeError["code"], (hash: Hash) => string>;

/**
 * Runs what follows a transaction that was sent. From then on only a `TradeError` says what became of
 * it: code that does not load, or a wallet that is gone, decides nothing.
 * @throws TradeError
 */
export async function afterSending<Result>(
  hash: Hash,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TradeError ? error : new TradeError("not_mined", hash, error);
  }
}
