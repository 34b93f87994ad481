"use client";

import { ApiError } from "@slipway-launchpad/client";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import type { TokenPages } from "./use-token-pages";

/** What stands in place of the list: nothing there yet, nothing that fits, or what went wrong. */
export function ExplorerProblem({
  pages,
  onClear,
}: {
  pages: TokenPages;
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
