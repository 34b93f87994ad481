import { BaseError, InsufficientFundsError } from "viem";

/** Whether a node refused a transaction because the wallet cannot pay for it. */
export function isUnfunded(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    InsufficientFundsError.nodeMessage.test(error.details.toLowerCase())
  );
}
