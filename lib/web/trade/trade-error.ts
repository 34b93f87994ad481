import type { Hash } from "viem";

/** A trade that was mined and failed, or was cancelled. */
export class TradeError extends Error {
  override readonly name = "TradeError";
  readonly code: "reverted" | "cancelled" | "no_swap";
  readonly hash: Hash;

  constructor(code: TradeError["code"], hash: Hash, cause?: unknown) {
    super(`The transaction ${hash} was ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hash = hash;
  }
}
