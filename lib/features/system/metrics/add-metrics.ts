import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import type { ChainBudget, GasBudget } from "@/lib/features/budget/rules/gas-budget";
import { measureLag } from "../measure-lag";
import type { ChainProgress } from "../schema";
import { addBacklogMetrics } from "./add-backlog-metrics";
import { addDependencyMetrics } from "./add-dependency-metrics";
import { addFeedMetrics } from "./add-feed-metrics";
import { addOperatorMetrics } from "./add-operator-metrics";
import { addWalletMetrics } from "./add-wallet-metrics";

type Metrics = Pick<ServiceContext, "metrics">;
type Progress = Pick<ServiceContext, "chains" | "clock" | "env" | "outbox" | "progress">;
type Budgets = Parameters<typeof readBudgets>[0]["ctx"];

/** Registers the metrics that are read on each scrape, most of them from the database. */
export function addMetrics(
  ctx: Metrics &
    Progress &
    Budgets &
    Parameters<typeof addBacklogMetrics>[0] &
    Parameters<typeof addDependencyMetrics>[0] &
    Parameters<typeof addFeedMetrics>[0] &
    Parameters<typeof addOperatorMetrics>[0] &
    Parameters<typeof addWalletMetrics>[0],
): void {
  addProgress(ctx);
  addBudgets(ctx);
  addWalletMetrics(ctx);
  addBacklogMetrics(ctx);
  addDependencyMetrics(ctx);
  addFeedMetrics(ctx);
  addOperatorMetrics(ctx);
}

function addProgress(ctx: Metrics & Progress): void {
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
  ofProgress("events_per_second", "Events indexed, averaged.", (p) => p.eventsPerSecond);
  ofProgress("updated_timestamp_seconds", "Time of the indexer's last update.", (p) => p.updatedAt);
  ctx.metrics.add({
    name: "slipway_indexer_rebuilt_block",
    kind: "gauge",
    help: "While an update rebuilds the data of a chain, the block that the new data has reached.",
    labels: ["chain"],
    read: async () =>
      (await ctx.progress.current()).flatMap(({ chain, rebuiltBlock }) =>
        rebuiltBlock === undefined ? [] : [{ labels: { chain }, value: rebuiltBlock }],
      ),
  });
  const ofLag = (name: string, help: string, key: "blocks" | "seconds") =>
    ctx.metrics.add({
      name: `slipway_indexer_${name}`,
      kind: "gauge",
      help,
      labels: ["chain"],
      read: async () =>
        (await measureLag({ ctx })).flatMap((lag) => {
          const value = lag[key];
          return value === null ? [] : [{ labels: { chain: lag.chain }, value }];
        }),
    });
  ofLag(
    "lag_blocks",
    "Blocks with the configured confirmations that are not indexed yet.",
    "blocks",
  );
  ofLag(
    "silent_seconds",
    "Time since the indexer last wrote or polled; before that, since the installation.",
    "seconds",
  );
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
