import { chainsIn } from "@/lib/shared/chains";
import type { TransactionContext } from "./kinds/kind";
import { rebroadcast } from "./rebroadcast";
import { settleNow } from "./settle";

/** An open transaction that no step has touched for this long is stale. */
const LEASE_MS = 20_000;

/**
 * Requeues open transactions whose run was lost: a process was killed, or the engine lost the event.
 * Every web server calls it, because the engine retries a broken call only after 24 to 32 seconds
 * and has no shorter schedule than a minute.
 */
export async function requeueTransactions({
  ctx,
}: {
  ctx: Pick<TransactionContext, "chains" | "clock" | "log" | "transactions">;
}): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LEASE_MS);
  const chains = chainsIn(ctx.chains);
  const requeued = await ctx.transactions.requeueStale({ before, chains });
  if (requeued.length > 0) ctx.log.warn({ ids: requeued }, "requeued stale transactions");
}

/**
 * Recovers from outages: checks failed transactions with an unknown outcome, and rebroadcasts pending
 * ones. Looks for launches that other wallets send.
 * @throws the first error, after all other work is done
 */
export async function sweepTransactions({ ctx }: { ctx: TransactionContext }): Promise<void> {
  const slugs = chainsIn(ctx.chains);
  const uncertain = await ctx.transactions.listUncertain(slugs);
  const sentElsewhere = await ctx.transactions.listSentElsewhere(slugs);
  const chains = Object.values(ctx.chains);
  // An unreachable chain must not block the others.
  const results = await Promise.allSettled([
    ...[...uncertain, ...sentElsewhere].map(({ id }) => settleNow(ctx, { id })),
    ...chains.map((chain) => rebroadcast(ctx, { chain })),
  ]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
