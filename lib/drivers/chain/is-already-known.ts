import { BaseError, NonceTooLowError } from "viem";

/**
 * Whether a node refused signed bytes because it has them or has already mined them. "Nonce too
 * low" is no failure of a resend: what became of our bytes is for the receipt to say.
 */
export function isAlreadyKnown(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof NonceTooLowError) !== null) return true;
  return /already known|already imported|known transaction|nonce too low/i.test(error.message);
}
