/** Asks once for all who want to know within `keptMs`; a failure is not kept. */
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
