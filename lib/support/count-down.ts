/** @returns a function that returns how many of `ms` milliseconds are left, at least 0 */
export function countDown(ms: number): () => number {
  const deadline = performance.now() + ms;
  return () => Math.max(0, deadline - performance.now());
}
