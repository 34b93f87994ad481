import { AppError } from "@/lib/shared/errors";

/** For calls of the chain before anything was done: says so, and when to come back. */
export function unavailable(cause: unknown): never {
  if (cause instanceof AppError) throw cause;
  throw new AppError("dependency_unavailable", "The chain is unreachable. Nothing was queued.", {
    cause,
    retryAfterSeconds: 5,
  });
}
