import { BaseError, decodeErrorResult, ExecutionRevertedError, isHex } from "viem";
import { launchpadAbi } from "../domain/abi/launchpad";
import { LaunchRevertedError } from "./launch-chain";

/**
 * A refusal of the contract by its name (`LaunchRevertedError: The launch would fail: Paused()`), or
 * null when the error is about something else, a node that does not answer for example.
 */
export function decodeRevert(error: unknown): LaunchRevertedError | null {
  if (!(error instanceof BaseError)) return null;
  const data = revertData(error);
  if (data !== null) {
    return new LaunchRevertedError(`The launch would fail: ${errorName(data)}`, { cause: error });
  }
  const reverted = error.walk((cause) => cause instanceof ExecutionRevertedError);
  if (reverted === null) return null;
  return new LaunchRevertedError("The launch would fail on chain", { cause: error });
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
    const { errorName, args } = decodeErrorResult({ abi: launchpadAbi, data });
    return `${errorName}(${(args ?? []).map(String).join(", ")})`;
  } catch {
    // An error of a contract underneath that our ABI does not list: its selector is still a clue.
    return data.slice(0, 10);
  }
}
