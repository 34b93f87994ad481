import { type CustomTransport, custom, type EIP1193Parameters, http } from "viem";
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
  const create = http(url, { ...options, retryCount: 0 });
  return (parameters) => {
    const transport = create(parameters);
    // A provider for viem: the transport's own type has no room for a wrapper.
    const request = async (
      call: EIP1193Parameters,
      settings?: { signal?: AbortSignal },
    ): Promise<unknown> => {
      const isConfirmed = CONFIRMED_METHODS.includes(call.method);
      const checked = isConfirmed ? guard.confirm(index) : guard.check(index);
      await unlessAborted(checked, settings?.signal);
      try {
        const response: unknown = await transport.request(call, settings);
        if (isConfirmed) await unlessAborted(guard.confirm(index), settings?.signal);
        return response;
      } catch (error) {
        guard.suspect(index);
        throw error;
      }
    };
    return custom({ request }, { retryCount: 0 })(parameters);
  };
}

/** Callers share a check, so a caller that gives up must not end it for the others. */
async function unlessAborted(check: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return check;
  const { promise: aborted, reject } = withReject();
  const give = () => reject(signal.reason);
  if (signal.aborted) give();
  signal.addEventListener("abort", give, { once: true });
  try {
    await Promise.race([check, aborted]);
  } finally {
    signal.removeEventListener("abort", give);
    // After an abort its failure is of no interest; it would be an unhandled rejection.
    check.catch(() => undefined);
  }
}

function withReject(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_resolve, fail) => {
    reject = fail;
  });
  return { promise, reject };
}
