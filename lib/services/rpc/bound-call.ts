import type { RpcRefusal } from "./check-call";

/** Gas that a simulated call may use: far more than any call of pages and SDKs, little for a node. */
export const CALL_GAS_MAX = 30_000_000n;
/** What nodes take as one transaction (go-ethereum `txMaxSize`). */
export const TRANSACTION_BYTES_MAX = 128 * 1024;

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const NO_OVERRIDES = {
  code: -32_602,
  message: "State and block overrides are not available: send the call and a block",
};

/**
 * The parameters of `eth_call` and `eth_estimateGas` with a bounded gas limit. Without one a node
 * works for as long as the caller likes, and mines nothing meanwhile.
 */
export function boundCall(params: readonly unknown[]): { params: unknown[] } | RpcRefusal {
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

/** Refuses raw transactions that no node takes; null for others. */
export function refuseTransaction(params: readonly unknown[]): RpcRefusal | null {
  const [raw] = params;
  const isHex = typeof raw === "string" && /^0x([0-9a-f]{2})+$/i.test(raw);
  if (!isHex)
    return { code: -32_602, message: "The parameter must be a signed transaction in hex" };
  if ((raw.length - 2) / 2 <= TRANSACTION_BYTES_MAX) return null;
  return { code: -32_602, message: `A transaction has at most ${TRANSACTION_BYTES_MAX} bytes` };
}
