import { type Abi, type BaseError, decodeErrorResult, type Hex, isHex } from "viem";

/**
 * A contract's error: its name, or its text if it reverts with one, or its selector if the ABI lacks
 * it; and the same with its arguments.
 */
export type ContractError = { name: string; text: string };

/** Errors that wrap another contract's error, with the positions of its bytes. */
const WRAPPERS: Readonly<Record<string, readonly number[]>> = {
  ExecutionFailed: [1],
  // The inner reason; the wrapper's details matter only when it is empty.
  WrappedError: [2, 3],
  UnexpectedRevertBytes: [0],
};
const DEPTH_MAX = 6;

/** The innermost contract error in the bytes of a revert. `abi` has the wrappers and what they wrap. */
export function decodeContractError(data: Hex, abi: Abi): ContractError {
  return decode(data, abi, 0);
}

function decode(data: Hex, abi: Abi, depth: number): ContractError {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi, data });
    const inner = (WRAPPERS[errorName] ?? []).map((position) => args[position]).find(isRevert);
    if (depth < DEPTH_MAX && inner !== undefined) return decode(inner, abi, depth + 1);
    // Older contracts revert with a text: Error("TRANSFER_FROM_FAILED").
    const [reason] = args;
    if (errorName === "Error" && typeof reason === "string") return { name: reason, text: reason };
    return { name: errorName, text: `${errorName}(${args.map(String).join(", ")})` };
  } catch {
    // A contract error that the list lacks: its selector is still useful.
    const selector = data.slice(0, 10);
    return { name: selector, text: selector };
  }
}

/** The bytes of the revert in viem's error, or null. */
export function findRevertData(error: BaseError): Hex | null {
  return revertData(error.walk((cause) => revertData(cause) !== null));
}

/** At least a selector. */
function isRevert(value: unknown): value is Hex {
  return isHex(value) && value.length >= 10;
}

/** viem's errors have the bytes as `data` (RPC) or `raw` (undecoded contract calls). */
function revertData(error: unknown): Hex | null {
  if (typeof error !== "object" || error === null) return null;
  for (const value of ["raw" in error ? error.raw : null, "data" in error ? error.data : null]) {
    if (isRevert(value)) return value;
    const nested = typeof value === "object" && value !== null && "data" in value && value.data;
    if (isRevert(nested)) return nested;
  }
  return null;
}
