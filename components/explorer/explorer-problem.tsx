"use client";

import { ApiError } from "@slipway-launchpad/client";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import type { TokenPages } from "./use-token-pages";

/** Shown instead of the list: empty, no match, or an error. */
export function ExplorerProblem({
  pages,
  onClear,
}: {
  pages: TokenPages;
  /** Clears the filter; omitted when there is none. */
  onClear?: () => void;
}) {
  const { status, error, retry } = pages;
  if (status === "error") {
    return (
      <Card>
        <ErrorState
          title="Could not load tokens"
          detail={error?.message ?? "The service did not respond."}
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
          title="No matching tokens"
          action={<Button onClick={onClear}>Show all tokens</Button>}
        >
          No token matches the filter.
        </EmptyState>
      ) : (
        <EmptyState title="No tokens yet">Tokens appear here after the first launch.</EmptyState>
      )}
    </Card>
  );
}
