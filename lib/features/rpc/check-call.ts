import { limitCallGas, type RpcError } from "./limit-call-gas";
import { RPC_METHODS, type RpcCall, type RpcMethod } from "./schema";

/** Maximum blocks of one `eth_getLogs` range. */
const LOG_RANGE_MAX = 2_000;

export type CheckedCall = { method: RpcMethod; params: unknown[] };

const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]{0,12})$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * Validates a call. Returns what to forward, with bounded log ranges and gas, or a JSON-RPC error.
 * @param head reads the chain's newest block; called only when a log range depends on it
 */
export async function checkCall(
  { method, params }: Pick<RpcCall, "method" | "params">,
  head: () => Promise<number | null>,
): Promise<CheckedCall | RpcError> {
  const known = RPC_METHODS.find((one) => one === method);
  if (known === undefined) {
    return { code: -32_601, message: `The method ${method} is not available` };
  }
  if (known === "eth_getLogs") return checkLogs(params, head);
  if (known !== "eth_call" && known !== "eth_estimateGas") return { method: known, params };
  const bounded = limitCallGas(params);
  return "code" in bounded ? bounded : { method: known, params: bounded.params };
}

async function checkLogs(
  params: readonly unknown[],
  head: () => Promise<number | null>,
): Promise<CheckedCall | RpcError> {
  const [filter] = params;
  if (typeof filter !== "object" || filter === null || Array.isArray(filter)) {
    return { code: -32_602, message: "eth_getLogs requires a filter" };
  }
  const { blockHash, fromBlock, toBlock, ...rest }: Record<string, unknown> = { ...filter };
  if (blockHash !== undefined) {
    const isAlone = fromBlock === undefined && toBlock === undefined;
    if (typeof blockHash === "string" && HASH.test(blockHash) && isAlone) {
      return { method: "eth_getLogs", params: [{ ...rest, blockHash }] };
    }
    return { code: -32_602, message: "blockHash must be a block hash, without a block range" };
  }
  const newest = [fromBlock, toBlock].every(isNumbered) ? 0 : await head();
  if (newest === null) return { code: -32_603, message: "No node of the chain responds" };
  const from = toNumber(fromBlock, newest);
  const to = toNumber(toBlock, newest);
  if (from === null || to === null) {
    return { code: -32_602, message: "fromBlock and toBlock must be hex numbers or latest" };
  }
  if (to < from || to - from >= LOG_RANGE_MAX) {
    return { code: -32_602, message: `The range must be 1 to ${LOG_RANGE_MAX} blocks` };
  }
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
  return { method: "eth_getLogs", params: [{ ...rest, ...range }] };
}

function isNumbered(block: unknown): boolean {
  return typeof block === "string" && QUANTITY.test(block);
}

function toNumber(block: unknown, newest: number): number | null {
  if (block === undefined || block === "latest") return newest;
  if (block === "earliest") return 0;
  return typeof block === "string" && QUANTITY.test(block) ? Number(block) : null;
}
