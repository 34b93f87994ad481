/** A JSON-RPC error object. */
export type RpcError = { code: number; message: string };

/** Maximum gas of a simulated call: far above calls of pages and SDKs, still cheap for a node. */
export const CALL_GAS_MAX = 30_000_000n;

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const NO_OVERRIDES = {
  code: -32_602,
  message: "State and block overrides are not supported",
};

/**
 * Returns the parameters of `eth_call` or `eth_estimateGas` with a bounded gas limit. Without it one
 * call could occupy a sandbox node, which mines nothing meanwhile.
 */
export function limitCallGas(params: readonly unknown[]): { params: unknown[] } | RpcError {
  const [call, block, ...overrides] = params;
  if (typeof call !== "object" || call === null || Array.isArray(call)) {
    return { code: -32_602, message: "The first parameter must be a call" };
  }
  if (overrides.some((one) => one !== undefined && one !== null)) return NO_OVERRIDES;
  const named = "gas" in call ? call.gas : undefined;
  const gas = typeof named === "string" && QUANTITY.test(named) ? BigInt(named) : CALL_GAS_MAX;
  const bounded = gas < CALL_GAS_MAX ? gas : CALL_GAS_MAX;
  const checked = { ...call, gas: `0x${bounded.toString(16)}` };
  return { params: block === undefined ? [checked] : [checked, block] };
}
