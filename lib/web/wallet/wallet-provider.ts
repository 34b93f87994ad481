/** A wallet as a provider after EIP-1193. */
export type BrowserProvider = {
  request(call: WalletCall): Promise<unknown>;
  on(event: string, listener: (value: unknown) => void): void;
  removeListener(event: string, listener: (value: unknown) => void): void;
};
export type WalletCall = { method: string; params?: unknown };

/** An error as EIP-1193 has them: `code` tells what it is. */
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

/** The events of a provider, and what tells them. */
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
