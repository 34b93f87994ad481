import type { ServiceContext } from "@/lib/context";
import { readBudgets } from "@/lib/features/budget/read-budgets";
import type { ChainBudget } from "@/lib/features/budget/rules/gas-budget";
import type { TransactionKind } from "@/lib/features/transactions/rules";
import { type ChainSlug, chainsIn } from "@/lib/shared/chains";
import { type OverviewRange, type Steps, stepsOf } from "./rules/range";
import { type Sample, type SampleValues, seriesOf } from "./rules/samples";
import {
  CHART_IDS,
  type ChartId,
  type OverviewAnswer,
  type OverviewChart,
  type OverviewLine,
} from "./schema";
import type { EndedCount } from "./store/create-job-history";

/** The numbers of the console's overview: events from stored jobs, everything else from samples. */
export async function getOverview({
  ctx,
  input: { range },
}: {
  ctx: Pick<
    ServiceContext,
    "chains" | "clock" | "env" | "gasLedger" | "jobHistory" | "samples" | "settings"
  >;
  input: { range: OverviewRange };
}): Promise<OverviewAnswer> {
  const steps = stepsOf(range, ctx.clock.now().getTime() / 1_000);
  const chains = chainsIn(ctx.chains);
  const [samples, newest, ended, failures, budgets] = await Promise.all([
    ctx.samples.since(Math.floor(steps.from / 60)),
    ctx.samples.newest(),
    ctx.jobHistory.countEnded(chains, steps),
    ctx.jobHistory.failures(chains, steps),
    readBudgets({ ctx }),
  ]);
  const measured = { samples, newest: newest?.values ?? {}, steps, chains };
  return {
    range,
    from: steps.from,
    stepSeconds: steps.stepSeconds,
    sampledAt: newest === null ? null : newest.minute * 60,
    charts: [...countCharts(ended, steps), ...sampleCharts(measured)].toSorted(
      (one, two) => CHART_IDS.indexOf(one.id) - CHART_IDS.indexOf(two.id),
    ),
    failures,
    budgets: chains.map((chain) => budgetOf(chain, budgets)),
  };
}

const LAUNCHES: readonly TransactionKind[] = ["launch", "prepared_launch"];
const PAYOUTS: readonly TransactionKind[] = ["payout", "withdrawal"];

function countCharts(ended: readonly EndedCount[], steps: Steps): OverviewChart[] {
  const line = (
    name: OverviewLine["name"],
    state: EndedCount["state"],
    isOf: (kind: TransactionKind) => boolean,
  ): OverviewLine => {
    const values = Array.from({ length: steps.points }, () => 0);
    for (const one of ended) {
      if (one.state !== state || !isOf(one.kind)) continue;
      values[one.step] = (values[one.step] ?? 0) + one.count;
    }
    return { name, chain: null, now: values.reduce((sum, value) => sum + value, 0), values };
  };
  const isLaunch = (kind: TransactionKind) => LAUNCHES.includes(kind);
  const isPayout = (kind: TransactionKind) => PAYOUTS.includes(kind);
  const chart = (id: ChartId, lines: OverviewLine[]): OverviewChart => ({
    id,
    unit: "count",
    source: "history",
    lines,
  });
  return [
    chart("launches", [
      line("completed", "completed", isLaunch),
      line("failed", "failed", isLaunch),
    ]),
    chart("failures", [
      line("launches", "failed", isLaunch),
      line("payouts", "failed", isPayout),
      line("other", "failed", (kind) => !isLaunch(kind) && !isPayout(kind)),
    ]),
    chart("payouts", [
      line("completed", "completed", isPayout),
      line("failed", "failed", isPayout),
    ]),
  ];
}

type Measured = {
  samples: readonly Sample[];
  newest: SampleValues;
  steps: Steps;
  chains: readonly ChainSlug[];
};
type Read = (values: SampleValues) => number | undefined;

function sampleCharts({ samples, newest, steps, chains }: Measured): OverviewChart[] {
  const line = (name: OverviewLine["name"], read: Read, chain: ChainSlug | null = null) => ({
    name,
    chain,
    now: read(newest) ?? null,
    values: seriesOf(samples, steps, read),
  });
  const named = (chart: string, ...names: OverviewLine["name"][]) =>
    names.map((name) => line(name, (values) => values[`${chart}.${name}`]));
  const byChain = (name: OverviewLine["name"], read: (chain: ChainSlug) => Read) =>
    chains.map((chain) => line(name, read(chain), chain));
  const used = (window: "hour" | "day") => (chain: ChainSlug) => (values: SampleValues) =>
    percentOf(values[`gas.${window}.spent@${chain}`], values[`gas.${window}.budget@${chain}`]);
  const chart = (
    id: ChartId,
    unit: OverviewChart["unit"],
    lines: OverviewLine[],
  ): OverviewChart => ({
    id,
    unit,
    source: "samples",
    lines,
  });
  return [
    chart("queue", "count", named("queue", "waiting", "active", "events")),
    chart("gasHour", "percent", byChain("used", used("hour"))),
    chart("gasDay", "percent", byChain("used", used("day"))),
    chart(
      "gasSpent",
      "eth",
      byChain("spent", (chain) => (values) => toEther(values[`gas.hour.spent@${chain}`])),
    ),
    chart(
      "wallet",
      "count",
      byChain("left", (chain) => (values) => values[`wallet.left@${chain}`]),
    ),
    chart("storage", "bytes", named("storage", "used", "budget")),
    chart("moderation", "count", named("moderation", "reports", "new", "retried")),
    chart(
      "indexer",
      "blocks",
      byChain("behind", (chain) => (values) => values[`indexer.behind@${chain}`]),
    ),
    chart("webhooks", "count", named("webhooks", "waiting", "failing", "dead")),
  ];
}

function percentOf(spent: number | undefined, budget: number | undefined): number | undefined {
  if (spent === undefined || budget === undefined) return undefined;
  if (budget === 0) return spent === 0 ? 0 : 100;
  return (100 * spent) / budget;
}

function toEther(wei: number | undefined): number | undefined {
  return wei === undefined ? undefined : wei / 1e18;
}

function budgetOf(chain: ChainSlug, budgets: readonly ChainBudget[]) {
  const found = budgets.find((one) => one.chain === chain);
  const window = (key: "hourWei" | "dayWei") =>
    found === undefined
      ? null
      : { spentWei: found.spent[key].toString(), limitWei: found.limit[key].toString() };
  return { chain, hour: window("hourWei"), day: window("dayWei") };
}
