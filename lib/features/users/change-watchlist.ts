import type { ServiceContext } from "@/lib/context";
import { AppError } from "@/lib/shared/errors";
import type { Session } from "./rules/account";
import type { WatchlistAnswer, WatchlistRequest } from "./schema";

/**
 * Adds tokens to the user's watchlist and removes others.
 * @returns the watchlist after the change, newest first
 * @throws AppError conflict when the request is for another account than the signed-in one;
 *   not_signed_in when the account was removed
 */
export async function changeWatchlist({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "watchlists">;
  input: { session: Session; request: WatchlistRequest };
}): Promise<WatchlistAnswer> {
  const { accountId } = input.session;
  const { account, ...change } = input.request;
  if (account !== accountId) {
    throw new AppError("conflict", "Another account is signed in now. Load its watchlist first.");
  }
  const tokens = await ctx.watchlists.change(accountId, change);
  if (tokens === null) throw new AppError("not_signed_in");
  return { success: true, account: accountId, tokens };
}
