import { CHAIN_SLUGS } from "../../domain/chains";
import type { TransactionContext } from "./kinds/kind";
import { rebroadcast } from "./rebroadcast";
import { settleNow } from "./settle";

/** A transaction that no step has touched for this long has lost its run. */
const LEASE_MS = 45_000;

/**
 * Repairs what a crash or an outage left behind: open transactions without a run get a new one,
 * failed ones whose outcome was unknown are checked, and unmined ones are sent again.
 */
export async function sweepTransactions({ ctx }: { ctx: TransactionContext }): Promise<void> {
  const chains = CHAIN_SLUGS.filter((slug) => ctx.chains[slug] !== undefined);
  const before = new Date(ctx.clock.now().getTime() - LEASE_MS);
  const requeued = await ctx.transactions.requeueStale({ before, chains });
  if (requeued.length > 0) ctx.log.warn({ ids: requeued }, "requeued stale transactions");
  for (const { id } of await ctx.transactions.listUncertain(chains)) {
    await settleNow(ctx, { id }).catch((err: unknown) =>
      // The others must not wait for a chain that does not answer.
      ctx.log.warn({ err, id }, "outcome not read yet"),
    );
  }
  for (const slug of chains) {
    const chain = ctx.chains[slug];
    if (chain === undefined) continue;
    await rebroadcast(ctx, { chain }).catch((err: unknown) =>
      ctx.log.warn({ err, chain: slug }, "transactions not rebroadcast"),
    );
  }
}
