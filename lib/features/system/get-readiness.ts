import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import { countMissing } from "@/lib/features/transactions/find-gap";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { checkParts, toHealth } from "./check-parts";
import type { QueueLength, Readiness } from "./schema";

/** Returns the health of each dependency, the index progress of each chain and the queues. */
export async function getReadiness({
  ctx,
}: {
  ctx: Pick<
    ServiceContext,
    | "chains"
    | "clock"
    | "env"
    | "gasLedger"
    | "isDatabaseHealthy"
    | "jobs"
    | "limiter"
    | "nonceGaps"
    | "progress"
    | "serverWallet"
    | "signedTransactions"
    | "transactions"
  >;
}): Promise<Readiness> {
  const configured = CHAIN_SLUGS.filter((slug) => ctx.chains[slug] !== undefined);
  const [parts, engine, indexer, queue, budgets] = await Promise.all([
    checkParts({ ctx }),
    ctx.jobs.isHealthy(),
    // `parts` already reports an unreachable database.
    ctx.progress.current().catch(() => []),
    Promise.all(configured.map((chain) => readLength(ctx, chain))).catch(() => []),
    readBudgets({ ctx }).catch(() => []),
  ]);
  const { nodes, database, limiter } = parts;
  return {
    ...toHealth(ctx, parts),
    parts: { database, limiter, engine },
    nodes,
    indexer,
    queue,
    budgets: budgets.map(({ chain, spent, limit }) => ({
      chain,
      hour: { spentWei: spent.hourWei.toString(), limitWei: limit.hourWei.toString() },
      day: { spentWei: spent.dayWei.toString(), limitWei: limit.dayWei.toString() },
    })),
  };
}

async function readLength(
  ctx: Pick<ServiceContext, "chains" | "nonceGaps" | "transactions">,
  chain: ChainSlug,
): Promise<QueueLength> {
  const [{ waitingJobs, activeJobs, recentSeconds }, missingNonces] = await Promise.all([
    ctx.transactions.queueState(chain, null),
    countMissing({ ctx, chain }),
  ]);
  const sum = recentSeconds.reduce((total, seconds) => total + seconds, 0);
  return {
    chain,
    waiting: waitingJobs,
    active: activeJobs,
    missingNonces,
    averageSeconds:
      recentSeconds.length === 0 ? null : Math.round((sum / recentSeconds.length) * 10) / 10,
  };
}
