import { codeOf } from "../trade/error-layers";

/** A wallet as an EIP-1193 provider. */
export type BrowserProvider = {
  request(call: WalletCall): Promise<unknown>;
  on(event: string, listener: (value: unknown) => void): void;
  removeListener(event: string, listener: (value: unknown) => void): void;
};
export type WalletCall = { method: string; params?: unknown };

/** An EIP-1193 error; `code` identifies it. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly code: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A provider's events and the function that emits them. */
export function createWalletEvents(): Pick<BrowserProvider, "on" | "removeListener"> & {
  emit(event: string, value: unknown): void;
} {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  return {
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) listener(value);
    },
  };
}

/** JSON-RPC codes of a wallet that lacks a method. */
const LACKS_METHOD: readonly unknown[] = [-32_601, -32_004];
const REPEATED = "wallet_sendTransaction";

/**
 * A wallet that gets each transaction once. viem sends it again with `wallet_sendTransaction` after codes
 * that wallets also use when the node has refused the transaction, or knows it already: the user could
 * confirm it twice, and the error would be about that method.
 * @param request sends a call to the wallet
 */
export function sendOnce(request: BrowserProvider["request"]) {
  let lacksMethod = false;
  return {
    async request(call: WalletCall): Promise<unknown> {
      if (call.method === REPEATED && !lacksMethod) {
        throw new ProviderError(-32_601, "The transaction is not sent again");
      }
      try {
        return await request(call);
      } catch (error) {
        if (call.method === "eth_sendTransaction")
          lacksMethod = LACKS_METHOD.includes(codeOf(error));
        throw error;
      }
    },
  };
}
