import { type CustomTransport, custom, type EIP1193Parameters, http } from "viem";
import { timeoutSignal } from "@/lib/shared/abort";
import type { ChainGuard } from "./chain-guard";

/** Nonces are stored and shared by all servers, so the node is identified before and after. */
const CONFIRMED_METHODS: readonly string[] = ["eth_getTransactionCount"];

/** An HTTP transport whose every request goes to a node that the guard has checked. */
export function guardedTransport(
  guard: ChainGuard,
  index: number,
  url: string,
  options: { timeout: number },
): CustomTransport {
  const { timeout } = options;
  const create = http(url, { timeout, retryCount: 0 });
  return (parameters) => {
    const transport = create(parameters);
    // A provider for viem: the transport's own type has no room for a wrapper.
    const request = async (
      call: EIP1193Parameters,
      settings?: { signal?: AbortSignal },
    ): Promise<unknown> => {
      const isConfirmed = CONFIRMED_METHODS.includes(call.method);
      const limits = [settings?.signal ?? [], timeout > 0 ? timeoutSignal(timeout) : []];
      const signal = AbortSignal.any(limits.flat());
      await (isConfirmed ? guard.confirm(index, signal) : guard.check(index, signal));
      try {
        const response: unknown = await transport.request(call, settings);
        if (isConfirmed) await guard.confirm(index, settings?.signal);
        return response;
      } catch (error) {
        guard.suspect(index);
        throw error;
      }
    };
    return custom({ request }, { retryCount: 0 })(parameters);
  };
}
