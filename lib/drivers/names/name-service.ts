import type { Address } from "viem";
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  http,
} from "viem";

/** One call; names are no reason to let a page wait longer. */
const TIMEOUT_MS = 3_000;

/** Reads the name that an address has in one name service. */
export type NameService = {
  /** @returns a safe name that resolves back to the address, or null. Rejects if the node is down. */
  findName(address: Address): Promise<string | null>;
};

/** Without retries: the next request for the name is one. */
export function nodeOf(rpcUrl: string) {
  return http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0 });
}

/**
 * The value that a contract returns, or null if it reverts or returns nothing. Contracts of strangers
 * are among them. A revert that asks for a request to another server (CCIP read) is one as well.
 */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isRevert(error)) return null;
    throw error;
  }
}

function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const found = error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      cause instanceof ContractFunctionZeroDataError,
  );
  return found !== null;
}
