import { ApiError } from "@slipway-launchpad/client";
import { QueryClient } from "@tanstack/react-query";

const RETRIES_MAX = 2;

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
