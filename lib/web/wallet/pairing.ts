let current: string | null = null;
const listeners = new Set<() => void>();

/** The code that a wallet on another device scans to connect, while a connection is pending. */
export const pairing = {
  read: () => current,
  write(uri: string | null): void {
    current = uri;
    for (const listener of listeners) listener();
  },
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
};
