import type { ServiceContext } from "@/lib/context";
import type { Session } from "./rules/account";
import type { WatchlistAnswer } from "./schema";

/** Returns the user's watchlist, newest first. */
export async function getWatchlist({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "watchlists">;
  input: { session: Session };
}): Promise<WatchlistAnswer> {
  const { accountId } = input.session;
  const tokens = await ctx.watchlists.list(accountId);
  return { success: true, account: accountId, tokens };
}
