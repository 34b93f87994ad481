import { setTimeout as sleep } from "node:timers/promises";
import { custom, fallback, http, shouldThrow, type Transport } from "viem";
import { createFailover } from "./create-failover";
import { callSignal, createDependency, requestLimitMs } from "./dependency";

const BACKGROUND = {
  timeout: 5_000,
  // 0.2 to 3.2 s between attempts: survives a node restart without the job engine's slower retries.
  retryCount: 5,
  retryDelay: 200,
};
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 400;
/** JSON-RPC errors that a later attempt may not have: internal, limit exceeded, unknown. */
const TEMPORARY_CODES: readonly number[] = [-32_603, -32_005, -1];

/**
 * viem's transport to a chain's nodes. Background work uses long timeouts. While a request waits,
 * all nodes are tried within the request's limit. After a failure the next URL is used; the first one is
 * tried again after a pause.
 * @param options.name as shown in the log: "chain base"
 * @param options.rpcUrls the first is preferred, the others are for failover
 * @param options.connect creates the transport to one node
 */
export function createRpcTransport(options: {
  name: string;
  rpcUrls: readonly string[];
  connect?: (url: string, index: number, limits: { timeout: number }) => Transport;
}): Transport {
  const { name, rpcUrls } = options;
  const connect =
    options.connect ?? ((url, _index, limits) => http(url, { ...limits, retryCount: 0 }));
  const { timeout, ...retries } = BACKGROUND;
  const withRetries = fallback(
    rpcUrls.map((url, index) => connect(url, index, { timeout })),
    retries,
  );
  const dependency = createDependency(name);
  const failover = createFailover(rpcUrls.length);

  return (config) => {
    const background = withRetries(config);
    // Limited by the signal of each call.
    const nodes = rpcUrls.map((url, index) => connect(url, index, { timeout: 0 })(config));

    async function tryNodes(call: { method: string; params?: unknown }, limitMs: number) {
      const attemptMs = limitMs / nodes.length;
      for (let failures = 0; ; failures += 1) {
        const index = failover.current();
        const deadline = callSignal(nodes.length > 1 ? attemptMs : null);
        try {
          const result: unknown = await nodes[index]?.request(call, { signal: deadline });
          dependency.answered();
          return result;
        } catch (error) {
          if (isFinal(error) || (isAnswer(error, call) && failures + 1 >= nodes.length)) {
            dependency.answered();
            throw error;
          }
          failover.failed(index);
        }
        const pauseMs = Math.min(PAUSE_FIRST_MS * 2 ** failures, PAUSE_MAX_MS);
        if (failures + 1 >= nodes.length) {
          await sleep(pauseMs, undefined, { signal: callSignal(null) });
        }
      }
    }

    return custom(
      {
        async request(call: { method: string; params?: unknown }): Promise<unknown> {
          const limitMs = requestLimitMs();
          if (limitMs === null) {
            return background.request(call, isSearch(call) ? { retryCount: 0 } : undefined);
          }
          return dependency.call(() => tryNodes(call, limitMs));
        },
      },
      { retryCount: 0 },
    )(config);
  };
}

/** Whether no node would answer otherwise: a revert, or a transaction that a node rejects. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && shouldThrow(error) === true;
}

/** Whether the node answered with an error that a later attempt has as well. */
function isAnswer(error: unknown, call: { method: string }): boolean {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number") {
    return false;
  }
  return isSearch(call) || !TEMPORARY_CODES.includes(error.code);
}

/** Providers reject a range that is too wide with temporary codes; its caller tries a shorter one. */
const isSearch = ({ method }: { method: string }): boolean => method === "eth_getLogs";
