import { BaseError, NonceTooLowError } from "viem";

/**
 * Whether a node rejected signed bytes because it already has or has mined them. "Nonce too low" is
 * not a failed resend: the receipt decides which transaction used the nonce.
 */
export function isAlreadyKnown(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  if (error.walk((cause) => cause instanceof NonceTooLowError) !== null) return true;
  return /already known|already imported|known transaction|nonce too low/i.test(error.message);
}
