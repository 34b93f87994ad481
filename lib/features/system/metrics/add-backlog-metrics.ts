import type { ServiceContext } from "@/lib/context";
import { JOB_STATES } from "@/lib/features/jobs/rules/job-actions";
import { SENT_ELSEWHERE, TRANSACTION_KINDS } from "@/lib/features/transactions/rules";
import type { TransactionTotal } from "@/lib/features/transactions/store/read-totals";
import { chainsIn } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";

type Ctx = Pick<
  ServiceContext,
  | "assets"
  | "chains"
  | "clock"
  | "content"
  | "contentChanges"
  | "env"
  | "metrics"
  | "reports"
  | "nodes"
  | "outbox"
  | "transactions"
>;

/** Several metrics of one scrape share a query. */
const SHARED_MS = 1_000;

/** Registers metrics of open transactions, images that wait for moderation, reports, storage and backups. */
export function addBacklogMetrics(ctx: Ctx): void {
  addTransactions(ctx);
  const content = shareFor(SHARED_MS, () => ctx.content.backlog());
  ctx.metrics.add({
    name: "slipway_moderation_pending",
    kind: "gauge",
    help: "Images that wait for moderation: new ones, and those whose last attempt failed.",
    labels: ["state"],
    read: async () => {
      const { fresh, retried } = await content();
      return [
        { labels: { state: "new" }, value: fresh },
        { labels: { state: "retried" }, value: retried },
      ];
    },
  });
  addValue(
    ctx,
    "slipway_moderation_overdue_seconds",
    "How long the longest-waiting image has been due for moderation.",
    async () => (await content()).overdueSeconds,
  );
  ctx.metrics.add({
    name: "slipway_content_changes",
    kind: "gauge",
    help: "Files and videos that wait to be removed, withdrawn from their provider, or published there.",
    labels: ["change"],
    read: async () =>
      Object.entries(await ctx.contentChanges.countRequested()).map(([change, value]) => ({
        labels: { change },
        value,
      })),
  });
  addValue(ctx, "slipway_reports_open", "Reports and appeals without a decision.", () =>
    ctx.reports.countOpen().then(({ reports, appeals }) => reports + appeals),
  );
  ctx.metrics.add({
    name: "slipway_backup_age_seconds",
    kind: "gauge",
    help: "Age of the newest backup by `npm run backup`; without one, of an installation with a real chain.",
    labels: [],
    read: async () => {
      // Otherwise backups that have failed from the start would raise no alert.
      const installedAt = () => (ctx.env.realm === "live" ? ctx.outbox.installedAt() : null);
      const since = (await ctx.nodes.lastBackupAt()) ?? (await installedAt());
      if (since === null) return [];
      return [{ labels: {}, value: (ctx.clock.now().getTime() - since.getTime()) / 1_000 }];
    },
  });
  ctx.metrics.add({
    name: "slipway_storage_bytes",
    kind: "gauge",
    help: "Bytes that uploads occupy (used), and what they may occupy (budget).",
    labels: ["state"],
    read: async () => {
      const { usedBytes, budgetBytes } = await ctx.assets.usage();
      return [
        { labels: { state: "used" }, value: usedBytes },
        { labels: { state: "budget" }, value: budgetBytes },
      ];
    },
  });
}

function addValue(ctx: Ctx, name: string, help: string, value: () => Promise<number>): void {
  const read = async () => [{ labels: {}, value: await value() }];
  ctx.metrics.add({ name, kind: "gauge", help, labels: [], read });
}

function addTransactions(ctx: Ctx): void {
  const chains = chainsIn(ctx.chains);
  const totals = shareFor(SHARED_MS, () => ctx.transactions.totals(chains));
  const isOpen = ({ state }: TransactionTotal) => state === "waiting" || state === "active";
  ctx.metrics.add({
    name: "slipway_transactions",
    kind: "gauge",
    help:
      "Transactions by state: waiting, active, undecided (given up, may still be mined), " +
      "and completed or failed in the last hour.",
    labels: ["chain", "kind", "state"],
    read: async () => {
      const found = await totals();
      return chains.flatMap((chain) =>
        TRANSACTION_KINDS.flatMap((kind) =>
          JOB_STATES.map((state) => {
            const isIt = (one: TransactionTotal) =>
              one.chain === chain && one.kind === kind && one.state === state;
            return { labels: { chain, kind, state }, value: found.find(isIt)?.count ?? 0 };
          }),
        ),
      );
    },
  });
  ctx.metrics.add({
    name: "slipway_transaction_oldest_age_seconds",
    kind: "gauge",
    help: "Age of the oldest open transaction that this service sends.",
    labels: ["chain", "kind"],
    read: async () => {
      const found = (await totals()).filter(isOpen);
      return chains.flatMap((chain) =>
        TRANSACTION_KINDS.filter((kind) => !SENT_ELSEWHERE.includes(kind)).map((kind) => {
          const ages = found
            .filter((one) => one.chain === chain && one.kind === kind)
            .map(({ oldestSeconds }) => oldestSeconds);
          return { labels: { chain, kind }, value: Math.max(0, ...ages) };
        }),
      );
    },
  });
  ctx.metrics.add({
    name: "slipway_launch_jobs",
    kind: "gauge",
    help: "Launches in the queue, by state.",
    labels: ["chain", "state"],
    read: async () => {
      const found = await totals();
      return chains.flatMap((chain) =>
        (["waiting", "active"] as const).map((state) => {
          const isIt = (one: TransactionTotal) =>
            one.chain === chain && one.kind === "launch" && one.state === state;
          return { labels: { chain, state }, value: found.find(isIt)?.count ?? 0 };
        }),
      );
    },
  });
}
