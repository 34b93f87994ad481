/**
 * Caches a result for `keptMs` and shares it between concurrent callers; failures are not cached.
 */
export function shareFor<T>(keptMs: number, load: () => Promise<T>): () => Promise<T> {
  let shared: { answer: Promise<T>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (shared !== null && now < shared.until) return shared.answer;
    const entry = { answer: load(), until: now + keptMs };
    shared = entry;
    entry.answer.catch(() => {
      if (shared === entry) shared = null;
    });
    return entry.answer;
  };
}
