import type { ReactNode } from "react";
import { Age } from "@/components/tokens/age";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { Health, QueueLength } from "@/lib/features/system/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import type { Finding } from "./describe-status";
import { ToneMark } from "./tone-mark";

/** State, indexing progress and launch queue of one chain. */
export function ChainStatus({
  chain,
  isSandbox,
  finding,
  progress,
  queue,
  budget,
}: {
  chain: ChainSlug;
  isSandbox: boolean;
  finding: Finding;
  progress: Health["indexer"][number] | undefined;
  queue: QueueLength | undefined;
  budget: Health["budgets"][number] | undefined;
}) {
  return (
    <Card data-slot="chain-status" className="flex flex-col overflow-hidden">
      <div className="flex items-start gap-3 p-4 sm:p-5">
        <ToneMark tone={finding.tone} className="mt-0.5 size-5" />
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {CHAINS[chain].name}
            {isSandbox && <Badge>sandbox</Badge>}
          </h3>
          <p className="mt-0.5 font-medium text-sm">{finding.title}</p>
          <p className="mt-0.5 text-pretty text-muted text-sm">{finding.text}</p>
        </div>
      </div>
      <dl className="nums mt-auto grid grid-cols-2 border-t sm:grid-cols-3 text-sm [&>div]:px-4 [&>div]:py-3 sm:[&>div]:px-5">
        <Figure name="Head">{progress === undefined ? "–" : group(progress.head)}</Figure>
        <Figure name="Indexed">{progress === undefined ? "–" : group(progress.indexed)}</Figure>
        <Figure name="Behind">
          {progress === undefined ? "–" : `${group(progress.lag)} ${plural(progress.lag, "block")}`}
        </Figure>
        <Figure name="Events/s">{progress?.eventsPerSecond ?? "–"}</Figure>
        <Figure name="Last update">
          {progress === undefined ? "–" : <Age createdAt={progress.updatedAt} form="long" />}
        </Figure>
        <Figure name="Launches">{queue === undefined ? "–" : launches(queue)}</Figure>
        <Figure name="Gas, last hour">{budget === undefined ? "–" : percentOf(budget.hour)}</Figure>
        <Figure name="Gas, last day">{budget === undefined ? "–" : percentOf(budget.day)}</Figure>
      </dl>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-faint text-xs">{name}</dt>
      <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function launches({ waiting, active, averageSeconds }: QueueLength): string {
  if (waiting + active > 0) return `${active} active, ${waiting} waiting`;
  return averageSeconds === null ? "none yet" : `idle, ${averageSeconds} s each`;
}

/** Used percentage of a budget. */
function percentOf({ spentWei, limitWei }: Health["budgets"][number]["hour"]): string {
  const limit = BigInt(limitWei);
  if (limit === 0n) return "no budget";
  return `${((BigInt(spentWei) * 100n) / limit).toString()}% of budget`;
}

function group(value: number): string {
  return formatExact(value);
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
