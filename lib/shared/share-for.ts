/**
 * Caches a result for `keptMs` and shares it between concurrent callers; failures are not cached.
 */
export function shareFor<T>(keptMs: number, ask: () => Promise<T>): () => Promise<T> {
  let shared: { answer: Promise<T>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (shared !== null && now < shared.until) return shared.answer;
    const asked = { answer: ask(), until: now + keptMs };
    shared = asked;
    asked.answer.catch(() => {
      if (shared === asked) shared = null;
    });
    return asked.answer;
  };
}
