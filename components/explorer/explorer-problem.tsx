"use client";

import { Anchor } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ApiError } from "@/lib/client/api-error";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import type { TokenPages } from "./use-token-pages";

/** What stands in place of the list: nothing there yet, nothing that fits, or what went wrong. */
export function ExplorerProblem({
  pages,
  chains,
  onClear,
}: {
  pages: TokenPages;
  chains: readonly ChainSlug[];
  /** Ends the filter; left out where there is none. */
  onClear?: () => void;
}) {
  const { status, error, retry } = pages;
  if (status === "error") {
    return (
      <Card>
        <ErrorState
          title="The tokens can’t be loaded"
          detail={error?.message ?? "The service did not answer."}
          reference={error instanceof ApiError ? error.requestId : null}
          onRetry={retry}
        />
      </Card>
    );
  }
  if (status === "unserved") {
    return (
      <Card>
        <EmptyState
          icon={<Anchor aria-hidden="true" className="mb-1 size-7 text-faint" />}
          title={`No token lists for ${chains.map((chain) => CHAINS[chain].name).join(", ")} here`}
        >
          Launches work on this chain, but the operator of this service doesn’t publish its token
          data. The setting is <code className="font-mono text-ink">DATA_CHAINS</code>.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      {onClear !== undefined ? (
        <EmptyState
          title="No token fits the filter"
          action={<Button onClick={onClear}>Show all tokens</Button>}
        >
          Nothing was launched by that wallet, or with that manager, on this chain.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing to rank yet">
          The ranking starts with the first launch.
        </EmptyState>
      )}
    </Card>
  );
}
