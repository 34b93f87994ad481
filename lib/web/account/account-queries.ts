import { ApiError, call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getEarnings } from "@/lib/features/fees/operations";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { getOwnAccount } from "@/lib/features/users/operations";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { fetchSignInMethods, hasSession } from "./auth-client";

const CALM_MS = 15_000;
/** Poll interval during a payout. The service allows 60 requests a minute per caller. */
const BUSY_MS = 2_000;

/** Loads the signed-in user, or null. */
export async function fetchOwnAccount(signal: AbortSignal): Promise<AccountAnswer | null> {
  // Checked first, because without a session the account endpoint returns 401.
  if (!(await hasSession(signal))) return null;
  try {
    return await call(getOwnAccount, {}, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function signInMethodsQuery() {
  return queryOptions({
    queryKey: ["sign-in-methods"],
    queryFn: ({ signal }) => fetchSignInMethods(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The earnings of an account; polled faster while an action is in progress. */
export function earningsQuery(accountId: string, isBusy: boolean) {
  return queryOptions({
    queryKey: ["own-earnings", accountId],
    queryFn: ({ signal }) => call(getEarnings, {}, { signal }),
    refetchInterval: ({ state }) =>
      isBusy || (state.data !== undefined && isInProgress(state.data)) ? BUSY_MS : CALM_MS,
  });
}

/** Whether a payout, withdrawal or change of shares is in progress. */
function isInProgress({ payouts, actions }: EarningsAnswer): boolean {
  return [...payouts, ...actions].some(({ state }) => state === "pending");
}
