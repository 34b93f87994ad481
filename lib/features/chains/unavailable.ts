import { AppError } from "@/lib/shared/errors";

/** Throws dependency_unavailable for a failed chain call before any side effect. */
export function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError("dependency_unavailable", "The chain is unreachable. Nothing was queued.", {
    cause,
    retryAfterSeconds: 5,
  });
}
