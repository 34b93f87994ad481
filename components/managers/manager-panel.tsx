"use client";

import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import Link from "next/link";
import { formatEther } from "viem";
import { launchPath } from "@/components/launch/form/launch-path";
import { Address } from "@/components/tokens/address";
import { Amount } from "@/components/tokens/amounts/amount";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { showPercent } from "@/lib/web/format/percent";
import type { ManagerFacts } from "@/lib/web/managers/read-manager";
import { ManagedTokens } from "./managed-tokens";
import { ManagerEarners } from "./manager-earners";
import { managerQuery } from "./manager-query";

const KINDS = {
  revenue: "Revenue manager",
  static_split: "Fee split, fixed shares",
  dynamic_split: "Fee split, editable shares",
} as const;

/** On-chain terms, recipients and tokens of a manager. */
export function ManagerPanel({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch } = useQuery(managerQuery(chain, address));
  const hasData = useChainConfig(chain)?.tokenData ?? false;
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-64 w-full rounded-card" />
    ) : (
      <ErrorState
        title="Could not load the manager"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.kind === "none") {
    return (
      <Card role="alert">
        <EmptyState title={`No manager of this launchpad on ${CHAINS[chain].name}`}>
          The address may be on another chain or belong to a contract of another launchpad.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card data-slot="manager-panel" className="p-5 sm:p-6">
      <PanelHead chain={chain} address={address} kind={data.kind} />
      <Terms facts={data} address={address} />
      <ManagerEarners chain={chain} manager={address} facts={data} hasData={hasData} />
      {hasData ? (
        <ManagedTokens chain={chain} manager={address} />
      ) : (
        data.kind === "revenue" && (
          <p className="mt-5 border-t pt-4 text-faint text-xs">
            This launchpad does not publish token data for {CHAINS[chain].name}: only fees collected
            into the manager are counted here.
          </p>
        )
      )}
    </Card>
  );
}

function PanelHead({
  chain,
  address,
  kind,
}: {
  chain: ChainSlug;
  address: string;
  kind: keyof typeof KINDS;
}) {
  const treasury = kind === "revenue" ? "revenue_manager" : "fee_split_manager";
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h2 className="font-semibold text-lg">{KINDS[kind]}</h2>
      <Badge>{CHAINS[chain].name}</Badge>
      <Link
        href={launchPath({ chain, manager: { treasury, address } })}
        className={cn(buttonClass({ size: "small" }), "ml-auto")}
      >
        <Rocket aria-hidden="true" className="size-3.5" />
        Launch a token
      </Link>
    </div>
  );
}

type Known = Exclude<ManagerFacts, { kind: "none" }>;

function Terms({ facts, address }: { facts: Known; address: string }) {
  const unpaidWei = facts.earners.reduce((sum, { claimableWei }) => sum + claimableWei, 0n);
  return (
    <dl className="mt-4 grid gap-2 text-sm [&>div]:flex [&>div]:flex-wrap [&>div]:items-center [&>div]:justify-between [&>div]:gap-x-4">
      <div>
        <dt className="text-faint">Address</dt>
        <dd>
          <Address address={address} label="Copy the manager’s address" />
        </dd>
      </div>
      <div>
        <dt className="text-faint">{facts.kind === "dynamic_split" ? "Moderator" : "Owner"}</dt>
        <dd>
          <Address address={facts.owner} label="Copy the owner’s address" />
        </dd>
      </div>
      <div>
        <dt className="text-faint">
          {facts.kind === "revenue" ? "Protocol fee" : "Paid to creator first"}
        </dt>
        <dd className="nums">
          {showPercent(
            (facts.kind === "revenue" ? facts.protocolFeeBps : facts.creatorFirstBps) / 100,
          )}
        </dd>
      </div>
      <div>
        <dt className="text-faint">Total unpaid</dt>
        <dd>
          <Amount value={formatEther(unpaidWei)} unit="ETH" />
        </dd>
      </div>
    </dl>
  );
}
