import { ApiError } from "@slipway-launchpad/client";
import { QueryClient } from "@tanstack/react-query";

const RETRIES_MAX = 2;

/**
 * For `retry` of requests whose errors need a decision: retries only those that may not have reached the
 * service. A browser reports that it is online before its network can be used.
 */
export function isUnreachable(failures: number, error: Error): boolean {
  return failures < RETRIES_MAX && error instanceof ApiError && error.kind === "network";
}

/** The page's query cache. Retries only errors that may resolve by themselves. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        retry: (failures, error) =>
          failures < RETRIES_MAX && error instanceof ApiError && error.retryable,
        retryDelay: (failures, error) =>
          error instanceof ApiError && error.retryAfterSeconds !== null
            ? error.retryAfterSeconds * 1_000
            : 500 * 2 ** failures,
      },
    },
  });
}
