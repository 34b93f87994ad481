import type { ServiceContext } from "@/lib/context";
import { type ChainBudget, readBudgets } from "@/lib/features/budget/read-budgets";
import type { GasBudget } from "@/lib/features/budget/rules/gas-budget";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { addOperatorMetrics } from "./add-operator-metrics";
import type { ChainProgress } from "./schema";

type Metrics = Pick<ServiceContext, "metrics">;
type Queues = Pick<ServiceContext, "chains" | "transactions">;
type Budgets = Parameters<typeof readBudgets>[0]["ctx"];

/** Registers metrics read from the database: index progress, gas budgets and queues. */
export function addMetrics(
  ctx: Metrics &
    Queues &
    Budgets &
    Pick<ServiceContext, "progress"> &
    Parameters<typeof addOperatorMetrics>[0],
): void {
  addProgress(ctx);
  addBudgets(ctx);
  addQueues(ctx);
  addOperatorMetrics(ctx);
}

function addProgress(ctx: Metrics & Pick<ServiceContext, "progress">): void {
  const ofProgress = (name: string, help: string, value: (of: ChainProgress) => number) =>
    ctx.metrics.add({
      name: `slipway_indexer_${name}`,
      kind: "gauge",
      help,
      labels: ["chain"],
      read: async () =>
        (await ctx.progress.current()).map((of) => ({
          labels: { chain: of.chain },
          value: value(of),
        })),
    });
  ofProgress("head_block", "Newest block of the chain known to the indexer.", (p) => p.head);
  ofProgress("indexed_block", "Newest indexed block.", (p) => p.indexed);
  ofProgress("lag_blocks", "Blocks not indexed yet.", (p) => p.lag);
  ofProgress("events_per_second", "Events indexed, averaged.", (p) => p.eventsPerSecond);
  ofProgress("updated_timestamp_seconds", "Time of the indexer's last update.", (p) => p.updatedAt);
}

function addBudgets(ctx: Metrics & Budgets): void {
  const ofBudget = (name: string, help: string, value: (of: ChainBudget) => GasBudget) =>
    ctx.metrics.add({
      name,
      kind: "gauge",
      help,
      labels: ["chain", "window"],
      read: async () =>
        (await readBudgets({ ctx })).flatMap((of) => [
          { labels: { chain: of.chain, window: "hour" }, value: Number(value(of).hourWei) },
          { labels: { chain: of.chain, window: "day" }, value: Number(value(of).dayWei) },
        ]),
    });
  ofBudget("slipway_gas_spent_wei", "Gas reserved or spent in the window.", ({ spent }) => spent);
  ofBudget("slipway_gas_budget_wei", "Gas that may be spent in the window.", ({ limit }) => limit);
}

function addQueues(ctx: Metrics & Queues): void {
  ctx.metrics.add({
    name: "slipway_launch_jobs",
    kind: "gauge",
    help: "Launches in the queue, by state.",
    labels: ["chain", "state"],
    read: async () => {
      const configured = CHAIN_SLUGS.filter((slug) => ctx.chains[slug] !== undefined);
      const states = await Promise.all(
        configured.map(async (slug) => ({
          slug,
          queue: await ctx.transactions.queueState(slug, null),
        })),
      );
      return states.flatMap(({ slug, queue }) => [
        { labels: { chain: slug, state: "waiting" }, value: queue.waitingJobs },
        { labels: { chain: slug, state: "active" }, value: queue.activeJobs },
      ]);
    },
  });
}
