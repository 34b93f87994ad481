import { BaseError } from "viem";

/**
 * EIP-5792 codes with which a wallet refuses a batch before it sends anything: an unsupported
 * capability or chain, too many calls, a declined upgrade of the account, no atomicity.
 */
const REFUSALS: readonly unknown[] = [5700, 5710, 5740, 5750, 5760];

/** Whether a wallet has sent nothing because it cannot, or may not, send several calls as one. */
export function isBatchRefusal(error: unknown): boolean {
  const refuses = (cause: unknown) =>
    typeof cause === "object" && cause !== null && REFUSALS.includes(Reflect.get(cause, "code"));
  return error instanceof BaseError ? error.walk(refuses) !== null : refuses(error);
}
