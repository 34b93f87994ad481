"use client";

import { ApiError } from "@slipway-launchpad/client";
import { ErrorState } from "@/components/ui/error-state";
import type { TokenListState } from "./use-newest-tokens";

/** Error of a list that cannot be shown; otherwise nothing. */
export function ListProblem({ list, className }: { list: TokenListState; className?: string }) {
  if (list.status !== "error") return null;
  return (
    <ErrorState
      className={className ?? ""}
      title="Could not load tokens"
      detail={list.error?.message ?? "The service did not respond."}
      reference={list.error instanceof ApiError ? list.error.requestId : null}
      onRetry={list.retry}
    />
  );
}
