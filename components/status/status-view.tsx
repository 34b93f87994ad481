"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/components/tokens/age";
import { useNow } from "@/components/tokens/use-now";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { getHealth } from "@/lib/features/system/operations";
import type { Health } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { operationQuery } from "@/lib/web/operation-query";
import { chainIn, configQuery } from "@/lib/web/queries";
import { serverSeconds } from "@/lib/web/server-time";
import { userMessage } from "@/lib/web/user-message";
import { ChainStatus } from "./chain-status";
import { describeChain, describeService, nameCapability, type Tone } from "./describe-status";
import { ToneMark } from "./tone-mark";

const STATUS_INTERVAL_MS = 3_000;

/** Health of the service, polled every three seconds in any state. */
function statusQuery() {
  return {
    ...operationQuery(getHealth, {}),
    refetchInterval: STATUS_INTERVAL_MS,
    retry: false,
  };
}

/** Live service status. Shows the last response while no new one arrives. */
export function StatusView() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(statusQuery());
  if (data !== undefined) {
    return <Answered health={data} at={dataUpdatedAt} isSilent={error !== null} />;
  }
  if (error === null) {
    return (
      <div className="grid gap-5">
        <Skeleton className="h-24 w-full rounded-card" />
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          <Skeleton className="h-64 w-full rounded-card" />
          <Skeleton className="h-64 w-full rounded-card" />
          <Skeleton className="h-64 w-full rounded-card" />
        </div>
      </div>
    );
  }
  return (
    <Card>
      <ErrorState
        title="Status unavailable"
        detail={`${userMessage(error)}. Retrying automatically.`}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

function Answered({
  health,
  at,
  isSilent,
}: {
  health: Health;
  /** Unix milliseconds of the response. */
  at: number;
  isSilent: boolean;
}) {
  const now = useNow();
  const chains = health.nodes.map(({ chain, answers }) => {
    const progress = health.indexer.find((one) => one.chain === chain);
    return { chain, progress, finding: describeChain({ answers, progress }, now) };
  });
  const found = describeService(
    health,
    chains.map(({ finding }) => finding),
  );
  const service = isSilent
    ? {
        tone: "down" as const,
        title: "Connection lost",
        text: "Showing the last known status. Retrying automatically.",
      }
    : found;
  return (
    <div className="grid gap-8">
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:p-5">
        <ToneMark tone={service.tone} className="size-8" />
        <div role="status" className="min-w-0 flex-1 basis-60">
          <p className="font-semibold text-lg leading-6">{service.title}</p>
          <p className="text-muted text-sm">{service.text}</p>
        </div>
        <p className="text-faint text-xs">
          checked <Age createdAt={serverSeconds(at)} form="long" />
        </p>
      </Card>
      <Problems health={health} />
      <Chains health={health} chains={chains} />
      <Parts health={health} />
    </div>
  );
}

/** Failed capabilities with the reason and since when. */
function Problems({ health }: { health: Health }) {
  const problems = health.capabilities.filter(({ state }) => state !== "ok");
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="problems-title" className="grid gap-4">
      <h2 id="problems-title" className="font-semibold text-title">
        Degraded
      </h2>
      <Card className="divide-y overflow-hidden">
        {problems.map(({ capability, chain, reason, since }) => (
          <div key={`${capability} ${chain}`} className="flex items-center gap-3 px-4 py-3 sm:px-5">
            <ToneMark tone="down" className="size-5" />
            <div className="min-w-0 flex-1">
              <p className="font-medium text-sm">{nameCapability({ capability, chain })}</p>
              <p className="text-muted text-xs">{reason}</p>
            </div>
            <p className="text-right text-muted text-sm">
              {since !== null && (
                <>
                  since <Age createdAt={since} form="long" />
                </>
              )}
            </p>
          </div>
        ))}
      </Card>
    </section>
  );
}

type ChainFinding = {
  chain: ChainSlug;
  progress: Health["indexer"][number] | undefined;
  finding: ReturnType<typeof describeChain>;
};

function Chains({ health, chains }: { health: Health; chains: readonly ChainFinding[] }) {
  const { data: config } = useQuery(configQuery());
  return (
    <section aria-labelledby="chains-title" className="grid gap-4">
      <h2 id="chains-title" className="font-semibold text-title">
        Chains
      </h2>
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {chains.map(({ chain, progress, finding }) => (
          <ChainStatus
            key={chain}
            chain={chain}
            isSandbox={chainIn(config, chain)?.sandbox ?? false}
            finding={finding}
            progress={progress}
            queue={health.queue.find((one) => one.chain === chain)}
            budget={health.budgets.find((one) => one.chain === chain)}
          />
        ))}
      </div>
    </section>
  );
}

function Parts({ health }: { health: Health }) {
  return (
    <section aria-labelledby="parts-title" className="grid gap-4">
      <h2 id="parts-title" className="font-semibold text-title">
        Services
      </h2>
      <Card className="divide-y overflow-hidden">
        {partsOf(health).map(({ name, text, tone, state }) => (
          <div key={name} className="flex items-center gap-3 px-4 py-3 sm:px-5">
            <ToneMark tone={tone} className="size-5" />
            <div className="min-w-0 flex-1">
              <p className="font-medium text-sm">{name}</p>
              <p className="text-muted text-xs">{text}</p>
            </div>
            <p className="text-right text-muted text-sm">{state}</p>
          </div>
        ))}
      </Card>
      <p className="text-pretty text-faint text-sm">
        Machine-readable: <Path path="/healthz" /> has this status, <Path path="/readyz" /> returns
        503 while this server cannot serve reads, <Path path="/livez" /> always 200.
      </p>
    </section>
  );
}

function Path({ path }: { path: string }) {
  return (
    <a href={path} className="font-mono text-accent-text underline underline-offset-4">
      {path}
    </a>
  );
}

function partsOf({ parts }: Health) {
  const state = (answers: boolean | null): { tone: Tone; state: string } =>
    answers === null
      ? { tone: "ok", state: "hosted" }
      : answers
        ? { tone: "ok", state: "available" }
        : { tone: "down", state: "unavailable" };
  return [
    { name: "Database", text: "Launches, tokens, trades", ...state(parts.database) },
    { name: "Job engine", text: "Runs launches and payouts", ...state(parts.engine) },
    { name: "Rate-limit store", text: "Counts requests per caller", ...state(parts.limiter) },
  ];
}
