import { BaseError, decodeErrorResult, ExecutionRevertedError, isHex } from "viem";
import { contractErrorsAbi } from "@/lib/shared/abi/contract-errors";
import { tradeErrorsAbi } from "@/lib/shared/abi/trade-errors";
import { CallRevertedError } from "./launch-chain";

const ERRORS = [...contractErrorsAbi, ...tradeErrorsAbi];

/**
 * The contract error by name (`CallRevertedError: The contract refuses: Paused()`), or null when
 * the failure has another cause, such as an unreachable node.
 */
export function decodeRevert(error: unknown): CallRevertedError | null {
  if (!(error instanceof BaseError)) return null;
  const data = revertData(error);
  if (data !== null) {
    return new CallRevertedError(`The contract refuses: ${errorName(data)}`, { cause: error });
  }
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError);
  if (reverted === null) return null;
  return new CallRevertedError("The contract reverted", { cause: error });
}

function revertData(error: BaseError): `0x${string}` | null {
  const holder = error.walk((cause) => hasData(cause));
  return hasData(holder) ? holder.data : null;
}

function hasData(value: unknown): value is { data: `0x${string}` } {
  return (
    typeof value === "object" &&
    value !== null &&
    "data" in value &&
    isHex(value.data) &&
    value.data.length >= 10
  );
}

function errorName(data: `0x${string}`): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS, data });
    return `${errorName}(${(args ?? []).map(String).join(", ")})`;
  } catch {
    // An error that our ABI does not list: its selector is still useful.
    return data.slice(0, 10);
  }
}
