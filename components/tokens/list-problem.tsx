"use client";

import { Anchor } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ApiError } from "@/lib/client/api-error";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import type { TokenListState } from "./use-newest-tokens";

/** What stands in place of a list that cannot be shown; nothing while it can. */
export function ListProblem({
  list,
  chains,
  className,
}: {
  list: TokenListState;
  chains: readonly ChainSlug[];
  className?: string;
}) {
  if (list.status === "unserved") {
    const names = chains.map((chain) => CHAINS[chain].name).join(", ");
    return (
      <EmptyState
        className={className ?? ""}
        icon={<Anchor aria-hidden="true" className="mb-1 size-7 text-faint" />}
        title={`No token lists for ${names} here`}
      >
        Launches work on this chain, but the operator of this service doesn't publish its token
        data. The setting is <code className="font-mono text-ink">DATA_CHAINS</code>.
      </EmptyState>
    );
  }
  if (list.status !== "error") return null;
  return (
    <ErrorState
      className={className ?? ""}
      title="The tokens can't be loaded"
      detail={list.error?.message ?? "The service did not answer."}
      reference={list.error instanceof ApiError ? list.error.requestId : null}
      onRetry={list.retry}
    />
  );
}
