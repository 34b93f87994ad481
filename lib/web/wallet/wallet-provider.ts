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
