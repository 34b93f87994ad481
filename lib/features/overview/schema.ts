import { z } from "zod";
import { TRANSACTION_KINDS } from "@/lib/features/transactions/rules";
import { chainSlug, unixSeconds } from "@/lib/schemas/common";
import { OVERVIEW_RANGES } from "./rules/range";

export const overviewQuery = z.object({ range: z.enum(OVERVIEW_RANGES).default("day") });

/** The charts of the overview, in the order of the page. */
export const CHART_IDS = [
  "launches",
  "failures",
  "queue",
  "gasHour",
  "gasDay",
  "gasSpent",
  "wallet",
  "payouts",
  "storage",
  "moderation",
  "indexer",
  "webhooks",
] as const;
export type ChartId = (typeof CHART_IDS)[number];

export const UNITS = ["count", "percent", "eth", "bytes", "blocks"] as const;

/** Lines of one chart have different names or different chains. */
const LINE_NAMES = [
  "completed",
  "failed",
  "launches",
  "payouts",
  "other",
  "waiting",
  "active",
  "events",
  "used",
  "spent",
  "left",
  "budget",
  "reports",
  "new",
  "retried",
  "behind",
  "failing",
  "dead",
] as const;

const line = z.strictObject({
  name: z.enum(LINE_NAMES),
  /** null: all chains. */
  chain: chainSlug.nullable(),
  /** The latest measured value, or the total of counted events; null before the first sample. */
  now: z.number().nullable(),
  /** One value per step; null where nothing was measured. */
  values: z.array(z.number().nullable()),
});
export type OverviewLine = z.infer<typeof line>;

const chart = z.strictObject({
  id: z.enum(CHART_IDS),
  unit: z.enum(UNITS),
  /** `history`: events per step, from stored jobs. `samples`: measured once a minute. */
  source: z.enum(["history", "samples"]),
  lines: z.array(line),
});
export type OverviewChart = z.infer<typeof chart>;

const wei = z.string().regex(/^\d+$/);
const window = z.strictObject({ spentWei: wei, limitWei: wei }).nullable();

export const overviewAnswer = z.strictObject({
  range: z.enum(OVERVIEW_RANGES),
  /** Start of the first step. */
  from: unixSeconds,
  stepSeconds: z.number().int().positive(),
  /** When a server measured last; null before the first sample. */
  sampledAt: unixSeconds.nullable(),
  charts: z.array(chart),
  /** The most frequent reasons of failed jobs in the range. */
  failures: z.array(
    z.strictObject({
      reason: z.string(),
      kind: z.enum(TRANSACTION_KINDS),
      count: z.number().int().positive(),
      latestJobId: z.string(),
      latestAt: unixSeconds,
    }),
  ),
  /** Gas budgets now; null while the chain does not answer. */
  budgets: z.array(z.strictObject({ chain: chainSlug, hour: window, day: window })),
});
export type OverviewAnswer = z.infer<typeof overviewAnswer>;
