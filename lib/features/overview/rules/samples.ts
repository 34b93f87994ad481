import { parseMetrics } from "@/lib/features/alerts/rules/metric-history";
import { type Steps, stepAt } from "./range";

/** Values of one minute by key: `wallet.left@base`, or `webhooks.dead` for all chains. */
export type SampleValues = Readonly<Record<string, number>>;
export type Sample = { minute: number; values: SampleValues };

/** Samples of every minute are kept this long; of older ones the first of each step of a day. */
export const DENSE_MINUTES = 70;
export const SPARSE_STEP_MINUTES = 10;
/** A week and a day, so that a chart of a week is whole. */
export const KEPT_MINUTES = 8 * 24 * 60;

type Sampled = { key: string; metric: string; labels?: Record<string, string>; byChain?: true };

/**
 * The sampled metrics: values without a history in any table. All of them come from the database or
 * a chain, so that every server measures the same.
 */
const SAMPLED: readonly Sampled[] = [
  { key: "queue.waiting", metric: "slipway_launch_jobs", labels: { state: "waiting" } },
  { key: "queue.active", metric: "slipway_launch_jobs", labels: { state: "active" } },
  { key: "queue.events", metric: "slipway_outbox_events" },
  ...(["hour", "day"] as const).flatMap((window): Sampled[] => [
    {
      key: `gas.${window}.spent`,
      metric: "slipway_gas_spent_wei",
      labels: { window },
      byChain: true,
    },
    {
      key: `gas.${window}.budget`,
      metric: "slipway_gas_budget_wei",
      labels: { window },
      byChain: true,
    },
  ]),
  { key: "wallet.left", metric: "slipway_wallet_launches_left", byChain: true },
  { key: "storage.used", metric: "slipway_storage_bytes", labels: { state: "used" } },
  { key: "storage.budget", metric: "slipway_storage_bytes", labels: { state: "budget" } },
  { key: "moderation.reports", metric: "slipway_reports_open" },
  { key: "moderation.new", metric: "slipway_moderation_pending", labels: { state: "new" } },
  { key: "moderation.retried", metric: "slipway_moderation_pending", labels: { state: "retried" } },
  { key: "indexer.behind", metric: "slipway_indexer_lag_blocks", byChain: true },
  { key: "webhooks.waiting", metric: "slipway_webhook_deliveries", labels: { state: "waiting" } },
  { key: "webhooks.failing", metric: "slipway_webhook_deliveries", labels: { state: "failing" } },
  { key: "webhooks.dead", metric: "slipway_webhook_deliveries", labels: { state: "dead" } },
];

/** Picks the sampled values from metrics in the Prometheus text format; absent ones are left out. */
export function pickSamples(text: string): SampleValues {
  const metrics = [...parseMetrics(text).values()];
  const values = new Map<string, number>();
  for (const { key, metric, labels = {}, byChain } of SAMPLED) {
    for (const { labels: of, value } of metrics) {
      const isIt =
        of.__name__ === metric &&
        Object.entries(labels).every(([name, wanted]) => of[name] === wanted);
      if (!isIt || !Number.isFinite(value)) continue;
      const full = byChain ? `${key}@${of.chain ?? ""}` : key;
      values.set(full, (values.get(full) ?? 0) + value);
    }
  }
  return Object.fromEntries(values);
}

/**
 * One value per step: that of its newest sample, or null.
 * @param samples in the order of their minutes
 */
export function seriesOf(
  samples: readonly Sample[],
  steps: Steps,
  read: (values: SampleValues) => number | undefined,
): (number | null)[] {
  const series = Array.from({ length: steps.points }, (): number | null => null);
  for (const { minute, values } of samples) {
    const index = stepAt(steps, minute * 60);
    const value = read(values);
    if (index !== null && value !== undefined) series[index] = value;
  }
  return series;
}
