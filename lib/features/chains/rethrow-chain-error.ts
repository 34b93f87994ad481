import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BaseError,
  BlockNotFoundError,
  ContractFunctionExecutionError,
  HttpRequestError,
  RpcError,
  RpcRequestError,
  TimeoutError,
} from "viem";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import { AppError } from "@/lib/shared/errors";
import { NoAnswerError } from "@/lib/support/calls/dependency";

/**
 * For calls before the first side effect: throws dependency_unavailable if the node or the connection to
 * it failed, and any other error unchanged.
 */
export function rethrowChainError(cause: unknown): never {
  if (cause instanceof AppError || !isNodeFailure(cause)) throw cause;
  throw new AppError("dependency_unavailable", "The chain is unreachable. Nothing was queued.", {
    cause,
    retryAfterSeconds: 5,
  });
}

/** Classes of viem's errors for what a node returned, or for a failed request to it. */
const NODE_ERRORS = [
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BlockNotFoundError,
  ContractFunctionExecutionError,
  HttpRequestError,
  RpcError,
  RpcRequestError,
  TimeoutError,
];

/**
 * A read that reverts counts: a node that is behind does not have the contract or its state yet. Errors of
 * the database and the disk do not count, although chain calls may use both.
 */
function isNodeFailure(error: unknown): boolean {
  if (error instanceof CallRevertedError || error instanceof NoAnswerError) return true;
  if (!(error instanceof BaseError)) return false;
  const isOfNode = (cause: unknown) => NODE_ERRORS.some((known) => cause instanceof known);
  return error.walk(isOfNode) !== null;
}
