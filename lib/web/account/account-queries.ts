import { ApiError, call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import { getEarnings, getOwnAccount } from "@/lib/features/users/operations";
import type { EarningsAnswer } from "@/lib/features/users/schema";
import { hasSession, readSignInWays } from "./auth-client";

const CALM_MS = 15_000;
/** While something is being paid. The service takes 60 requests a minute of one caller. */
const BUSY_MS = 2_000;

/** Who is signed in, null when nobody is. */
export function ownAccountQuery() {
  return queryOptions({
    queryKey: ["own-account"],
    queryFn: async ({ signal }) => {
      // Asked first, because without a session the account answers 401, which is no news.
      if (!(await hasSession(signal))) return null;
      try {
        return await call(getOwnAccount, {}, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
  });
}

export function signInWaysQuery() {
  return queryOptions({
    queryKey: ["sign-in-ways"],
    queryFn: ({ signal }) => readSignInWays(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What an account has earned; asked for more often while something is under way. */
export function earningsQuery(accountId: string, isBusy: boolean) {
  return queryOptions({
    queryKey: ["own-earnings", accountId],
    queryFn: ({ signal }) => call(getEarnings, {}, { signal }),
    refetchInterval: ({ state }) =>
      isBusy || (state.data !== undefined && isUnderWay(state.data)) ? BUSY_MS : CALM_MS,
  });
}

/** Whether a payout, a withdrawal or a change of shares has not ended. */
export function isUnderWay({ payouts, actions }: EarningsAnswer): boolean {
  return [...payouts, ...actions].some(({ state }) => state === "pending");
}
