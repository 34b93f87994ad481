import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ChainSlug } from "../domain/chains";
import { getToken, listNewTokens, listTokens } from "../operations/data";
import type { Operation } from "../operations/operation";
import { getConfig } from "../operations/system";
import { ApiError } from "./api-error";
import { type CallInput, call } from "./call";

/** How often lists ask again, in milliseconds; the service's own cache holds them for 2 s. */
const LIST_INTERVAL_MS = 2_000;
const RANKING_INTERVAL_MS = 5_000;
const TOKEN_INTERVAL_MS = 10_000;

/** Query options of any operation. The key is the operation's id and its whole input. */
export function operationQuery<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}

/** What this deployment offers; it changes only with a restart of the service. */
export function configQuery() {
  return { ...operationQuery(getConfig, {}), staleTime: 60_000 };
}

/** The newest tokens of a chain, asked for again every two seconds. */
export function newTokensQuery(chain: ChainSlug, limit: number) {
  return {
    ...operationQuery(listNewTokens, { params: { chain }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
    refetchInterval: every(LIST_INTERVAL_MS),
  };
}

/** The tokens of a chain with the highest market cap. */
export function topTokensQuery(chain: ChainSlug, limit: number) {
  return {
    ...operationQuery(listTokens, { params: { chain }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
    refetchInterval: every(RANKING_INTERVAL_MS),
  };
}

/** What a token is. Unknown tokens are asked for again: a fresh launch may not be indexed yet. */
export function tokenQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...operationQuery(getToken, { params: { chain, tokenAddress } }),
    refetchInterval: every(TOKEN_INTERVAL_MS),
  };
}

/** A chain that interface A does not serve here answers 400: asking again changes nothing. */
export function isUnservedChain(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/**
 * Polls at `intervalMs`; after an error at the pace the service asks for. Returns a function for
 * `refetchInterval` (React Query itself stops polling while the page is hidden).
 */
export function every(intervalMs: number) {
  return (query: { state: { error: Error | null } }): number | false => {
    const { error } = query.state;
    if (error === null) return intervalMs;
    if (isUnservedChain(error)) return false;
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    return Math.max(askedMs, intervalMs * 2);
  };
}
