import { gasLimitFor, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";

const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

/**
 * Adds a margin to a node's gas estimate so that it also suffices after other trades: many libraries
 * use the estimate as the gas limit. Never exceeds a `gas` limit set by the caller.
 */
export function raiseEstimate(estimate: unknown, params: readonly unknown[]): unknown {
  if (!isQuantity(estimate)) return estimate;
  const limit = gasLimitFor(BigInt(estimate), LATER_WORK_GAS);
  const [call] = params;
  const named = typeof call === "object" && call !== null && "gas" in call ? call.gas : undefined;
  const most = isQuantity(named) ? BigInt(named) : limit;
  const raised = limit < most ? limit : most;
  return `0x${(raised > BigInt(estimate) ? raised : BigInt(estimate)).toString(16)}`;
}

function isQuantity(value: unknown): value is string {
  return typeof value === "string" && QUANTITY.test(value);
}
