import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  HttpRequestError,
  http,
  RpcRequestError,
  TimeoutError,
} from "viem";

/** One call; a page must not wait longer for names. */
const TIMEOUT_MS = 3_000;
/** A name has up to 255 bytes; anyone can deploy a resolver that returns megabytes. */
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Reads the name that an address has in one name service. */
export type NameService = {
  /** @returns a safe name that resolves back to the address, or null. Rejects if the node fails. */
  findName(address: Address): Promise<string | null>;
};

/** Without retries: the next request for the name is one. */
export function nodeOf(rpcUrl: string) {
  return http(rpcUrl, {
    timeout: TIMEOUT_MS,
    retryCount: 0,
    maxResponseBodySize: RESPONSE_BYTES_MAX,
  });
}

/**
 * The value that a contract returns, or null if it reverts or returns something else: anyone can
 * deploy a resolver. A CCIP read, which requests data from another server, is a revert as well.
 * @throws the error of the node
 */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const isRevert = hasCause(error, (cause) => cause instanceof ContractFunctionRevertedError);
    const isNode =
      isUnanswered(error) || hasCause(error, (cause) => cause instanceof RpcRequestError);
    if (isNode && !isRevert) throw error;
    return null;
  }
}

/** Whether the node did not answer at all. */
export function isUnanswered(error: unknown): boolean {
  return hasCause(
    error,
    (cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError,
  );
}

function hasCause(error: unknown, fits: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError && error.walk(fits) !== null;
}
