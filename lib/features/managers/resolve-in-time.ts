import { AppError } from "@/lib/shared/errors";

/**
 * How long finding wallets may take in all. A provider that answers every single call late would
 * otherwise keep a request with a hundred recipients for minutes, and clients give up after one.
 */
export const RESOLVE_MS_MAX = 20_000;

/**
 * Runs the resolving of a request's identities within bounds. What was found meanwhile is
 * remembered by the wallet provider's book, so that the next try gets further.
 * @throws AppError dependency_unavailable when the time is up, and whatever `resolve` throws
 */
export async function resolveInTime<T>(
  resolve: () => Promise<T>,
  limitMs: number = RESOLVE_MS_MAX,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text = "Resolving the wallets takes too long. Nothing was done. Try again later.";
      reject(new AppError("dependency_unavailable", text, { retryAfterSeconds: 10 }));
    }, limitMs);
  });
  const found = resolve();
  // Nobody listens any more to what fails after the time was up.
  found.catch(() => undefined);
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
