/**
 * Runs `open` once for all callers; after a failure the next caller tries again.
 */
export function memoizeAsync<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}
