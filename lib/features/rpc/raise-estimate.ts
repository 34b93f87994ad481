import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";

const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

/**
 * What the relay returns for a node's estimate: a limit that still suffices in the next block. Many
 * libraries send with exactly what they are given. A limit that the caller named is kept.
 */
export function raiseEstimate(estimate: unknown, params: readonly unknown[]): unknown {
  if (!isQuantity(estimate)) return estimate;
  const limit = gasLimitFor(BigInt(estimate));
  const [call] = params;
  const named = typeof call === "object" && call !== null && "gas" in call ? call.gas : undefined;
  const most = isQuantity(named) ? BigInt(named) : limit;
  const raised = limit < most ? limit : most;
  return `0x${(raised > BigInt(estimate) ? raised : BigInt(estimate)).toString(16)}`;
}

function isQuantity(value: unknown): value is string {
  return typeof value === "string" && QUANTITY.test(value);
}
