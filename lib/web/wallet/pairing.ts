let current: string | null = null;
const listeners = new Set<() => void>();

/** What a wallet on another device scans to connect, as long as that is asked for. */
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
