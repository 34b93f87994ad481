import { BaseError, ExecutionRevertedError, RpcRequestError } from "viem";
import { contractErrorsAbi } from "@/lib/shared/abi/contract-errors";
import { decodeContractError, findRevertData } from "@/lib/shared/abi/decode-contract-error";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";
import { CallRevertedError } from "./chain-types";

const ERRORS = [...contractErrorsAbi, ...tradeErrorsAbi];

/**
 * The innermost contract error by name (`CallRevertedError: The contract refuses: Paused()`), or null
 * when the failure has another cause, such as an unreachable node.
 */
export function decodeRevert(error: unknown): CallRevertedError | null {
  if (!(error instanceof BaseError)) return null;
  const data = findRevertData(error);
  if (data !== null) {
    return new CallRevertedError(decodeContractError(data, ERRORS), { cause: error });
  }
  const reverted = error.walk(isReverted);
  return reverted === null ? null : new CallRevertedError(null, { cause: error });
}

/** A revert without data, also as a raw answer of a node. */
function isReverted(cause: unknown): boolean {
  if (cause instanceof ExecutionRevertedError) return true;
  if (!(cause instanceof RpcRequestError)) return false;
  const { code, nodeMessage } = ExecutionRevertedError;
  return cause.code === code || nodeMessage.test(cause.details);
}
