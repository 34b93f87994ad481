import type { ServiceContext } from "../../context";
import { advancePayout } from "./advance-payout";

const AT_ONCE = 50;

/** Brings to an end what a crash or a slow chain has left under way; every process may run it. */
export async function settlePayouts({ ctx }: { ctx: ServiceContext }): Promise<void> {
  for (const payout of await ctx.payouts.listPending(AT_ONCE)) {
    if (ctx.chains[payout.chain] === undefined) continue;
    await advancePayout({ ctx, input: { payout } }).catch((err: unknown) =>
      // The others must not wait for a chain that does not answer.
      ctx.log.warn({ err, payout: payout.id }, "a payout could not be moved on"),
    );
  }
}
