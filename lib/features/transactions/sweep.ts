import { CHAIN_SLUGS } from "@/lib/shared/chains";
import type { TransactionContext } from "./kinds/kind";
import { rebroadcast } from "./rebroadcast";
import { settleNow } from "./settle";

/** A transaction that no step has touched for this long has lost its run. */
const LEASE_MS = 45_000;

/**
 * Repairs what a crash or an outage left behind: open transactions without a run get a new one,
 * failed ones whose outcome was unknown are checked, and unmined ones are sent again.
 * @throws the first failure, once everything else is done
 */
export async function sweepTransactions({ ctx }: { ctx: TransactionContext }): Promise<void> {
  const slugs = CHAIN_SLUGS.filter((slug) => ctx.chains[slug] !== undefined);
  const before = new Date(ctx.clock.now().getTime() - LEASE_MS);
  const requeued = await ctx.transactions.requeueStale({ before, chains: slugs });
  if (requeued.length > 0) ctx.log.warn({ ids: requeued }, "requeued stale transactions");
  const uncertain = await ctx.transactions.listUncertain(slugs);
  const chains = Object.values(ctx.chains);
  // The others must not wait for a chain that does not answer.
  const results = await Promise.allSettled([
    ...uncertain.map(({ id }) => settleNow(ctx, { id })),
    ...chains.map((chain) => rebroadcast(ctx, { chain })),
  ]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
