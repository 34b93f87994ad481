import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import { countMissing } from "@/lib/features/transactions/find-gap";
import { type ChainSlug, chainsIn } from "@/lib/shared/chains";
import { within } from "@/lib/support/within";
import { checkParts, doesAnswer, type PartsContext } from "./check-parts";
import { findUnindexed } from "./find-unindexed";
import { toLiveness } from "./get-liveness";
import { judgeCapabilities } from "./judge-capabilities";
import type { Health, QueueLength } from "./schema";

/** For figures of the database and the chains; without an answer they are left out. */
const FIGURES_MS_MAX = 2_000;

type Context = PartsContext &
  Pick<
    ServiceContext,
    | "env"
    | "gasLedger"
    | "nonceGaps"
    | "outbox"
    | "problems"
    | "progress"
    | "serverWallet"
    | "settings"
    | "transactions"
  >;

/**
 * Reports which capabilities work, why others do not and since when; and the index progress, queue
 * and gas budget of each chain.
 */
export async function getHealth({ ctx }: { ctx: Context }): Promise<Health> {
  const configured = chainsIn(ctx.chains);
  const inTime = <T>(work: Promise<T[]>) => within<T[], T[]>(FIGURES_MS_MAX, [], work);
  const [parts, { indexer, unindexed }, queue, budgets] = await Promise.all([
    checkParts({ ctx }),
    within(FIGURES_MS_MAX, { indexer: [], unindexed: [] }, readIndexers(ctx)),
    inTime(Promise.all(configured.map((chain) => readLength(ctx, chain)))),
    inTime(readBudgets({ ctx })),
  ]);
  const figures = { indexer, unindexed, queue, budgets };
  const capabilities = judgeCapabilities({ ctx, input: { parts, ...figures } });
  const isOk = capabilities.every(({ state }) => state === "ok");
  const { database, limiter, engine, ipfs } = parts;
  return {
    ...toLiveness(ctx, parts),
    status: isOk ? "ok" : "degraded",
    capabilities,
    parts: { database: database !== "down", limiter, engine, ipfs },
    nodes: parts.nodes.map((node) => ({ chain: node.chain, answers: doesAnswer(node) })),
    indexer,
    queue,
    budgets: budgets.map(({ chain, spent, limit }) => ({
      chain,
      hour: { spentWei: spent.hourWei.toString(), limitWei: limit.hourWei.toString() },
      day: { spentWei: spent.dayWei.toString(), limitWei: limit.dayWei.toString() },
    })),
  };
}

async function readIndexers(ctx: Context) {
  const indexer = await ctx.progress.current();
  return { indexer, unindexed: await findUnindexed({ ctx, input: { progress: indexer } }) };
}

async function readLength(
  ctx: Pick<ServiceContext, "chains" | "nonceGaps" | "transactions">,
  chain: ChainSlug,
): Promise<QueueLength> {
  const [{ waitingJobs, activeJobs, recentSeconds }, missingNonces] = await Promise.all([
    ctx.transactions.queueState(chain),
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
