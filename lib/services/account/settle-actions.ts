import type { ServiceContext } from "../../context";
import { advanceAction } from "./advance-action";

const AT_ONCE = 50;

/** Brings to an end what a crash or a slow chain has left under way, and forgets what has expired. */
export async function settleActions({ ctx }: { ctx: ServiceContext }): Promise<void> {
  for (const action of await ctx.walletActions.listPending(AT_ONCE)) {
    if (ctx.chains[action.chain] === undefined) continue;
    await advanceAction({ ctx, input: { action } }).catch((err: unknown) =>
      // The others must not wait for a chain or a wallet provider that does not answer.
      ctx.log.warn({ err, action: action.id }, "a wallet's action could not be moved on"),
    );
  }
  await ctx.accounts.forgetExpired();
}
