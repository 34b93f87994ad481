import { toDecimal } from "@/components/charts/chart-series";
import type { ChartId, OverviewChart, OverviewLine } from "@/lib/features/overview/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";

/** Heading of each chart, its description, and the page with details. */
export const CHART_LABELS: Record<ChartId, { title: string; text: string; href?: string }> = {
  launches: {
    title: "Launches",
    text: "Launches that ended, per step",
    href: "/admin/jobs",
  },
  failures: { title: "Failures", text: "Jobs that failed, per step", href: "/admin/jobs" },
  queue: { title: "Queue", text: "Launches in the queue, and events for the job engine" },
  gasHour: {
    title: "Gas budget per hour",
    text: "Share of the hourly budget that is used",
    href: "/admin/limits",
  },
  gasDay: {
    title: "Gas budget per day",
    text: "Share of the daily budget that is used",
    href: "/admin/limits",
  },
  gasSpent: { title: "Gas spent", text: "Reserved or spent in the hour before" },
  wallet: { title: "Launches left", text: "Launches that the server wallet can pay for" },
  payouts: { title: "Payouts", text: "Payouts and withdrawals that ended, per step" },
  storage: { title: "Storage", text: "Bytes of uploads, and the storage limit" },
  moderation: { title: "Moderation", text: "Open reports, and images waiting for review" },
  indexer: { title: "Indexer", text: "Blocks that are not indexed yet" },
  webhooks: { title: "Webhooks", text: "Pending deliveries; dead letters in the last hour" },
};

const LINE_LABELS: Record<OverviewLine["name"], string> = {
  completed: "Completed",
  failed: "Failed",
  launches: "Launches",
  payouts: "Payouts",
  other: "Other",
  waiting: "Waiting",
  active: "Running",
  events: "Events",
  used: "Used",
  spent: "Spent",
  left: "Left",
  budget: "Budget",
  reports: "Reports",
  new: "New images",
  retried: "Retried images",
  behind: "Behind",
  failing: "Failing",
  dead: "Dead",
};

/** The name of a line: of its chain where it has one. */
export function nameOf({ name, chain }: Pick<OverviewLine, "name" | "chain">): string {
  return chain === null ? LINE_LABELS[name] : CHAINS[chain].name;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** A value with its unit, short enough for a legend. */
export function formatValue(value: number, unit: OverviewChart["unit"]): string {
  switch (unit) {
    case "percent":
      return `${round(value, 1)}%`;
    case "eth":
      return `${formatDecimal(toDecimal(value))} ETH`;
    case "bytes": {
      const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
      return `${round(value / 1_000 ** power, 1)} ${UNITS[power]}`;
    }
    default:
      return formatExact(Math.round(value));
  }
}

function round(value: number, digits: number): string {
  return formatExact(Number(value.toFixed(digits)));
}
