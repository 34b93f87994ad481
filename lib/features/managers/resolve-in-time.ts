import { AppError } from "@/lib/shared/errors";

/**
 * Timeout for resolving all wallets of a request. A slow provider could otherwise block a request
 * with 100 recipients for minutes; clients give up after one.
 */
const RESOLVE_MS_MAX = 20_000;

/**
 * Resolves the identities of a request within a timeout. The wallet provider caches what it has
 * resolved, so a retry makes progress.
 * @throws AppError dependency_unavailable on timeout, and errors of `resolve`
 */
export async function resolveInTime<T>(
  resolve: () => Promise<T>,
  limitMs: number = RESOLVE_MS_MAX,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const text =
        "Resolving the wallets took too long. Nothing was queued or sent. Try again later.";
      reject(new AppError("dependency_unavailable", text, { retryAfterSeconds: 10 }));
    }, limitMs);
  });
  const found = resolve();
  // Ignore failures after the timeout; they would be unhandled rejections.
  found.catch(() => undefined);
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
