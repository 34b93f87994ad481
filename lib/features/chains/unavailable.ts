import {
  BaseError,
  BlockNotFoundError,
  ContractFunctionExecutionError,
  RpcError,
  RpcRequestError,
} from "viem";
import { CallRevertedError } from "@/lib/drivers/chain/launch-chain";
import { AppError } from "@/lib/shared/errors";
import { isUnavailable } from "@/lib/shared/unavailable";

/**
 * Throws dependency_unavailable for a chain call before any side effect that failed at the node or on the
 * way to it, and every other error as it is.
 */
export function rethrowChainError(cause: unknown): never {
  if (cause instanceof AppError || !isNodeFailure(cause)) throw cause;
  throw new AppError("dependency_unavailable", "The chain is unreachable. Nothing was queued.", {
    cause,
    retryAfterSeconds: 5,
  });
}

/** A read that reverts counts: a node that is behind does not have the contract or its state yet. */
function isNodeFailure(error: unknown): boolean {
  if (error instanceof CallRevertedError || isUnavailable(error)) return true;
  return error instanceof BaseError && error.walk(isAnswer) !== null;
}

/** An error that viem creates from what a node returned, or from a failed request to it. */
function isAnswer(cause: unknown): boolean {
  return (
    cause instanceof RpcError ||
    cause instanceof RpcRequestError ||
    cause instanceof ContractFunctionExecutionError ||
    cause instanceof BlockNotFoundError
  );
}
