"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares, type SharesProblem } from "@/lib/web/account/explain-shares-error";
import type { SharesChangeRun } from "./use-change-shares";

/** Result of a share change: pending, completed, or failed with the next step. */
export function SharesOutcome({ chain, change }: { chain: ChainSlug; change: SharesChangeRun }) {
  const { sent, answer, watch } = change;
  const problem = sharesProblemOf(change);
  if (problem !== null) {
    return (
      <div role="alert" className="flex gap-2 text-sm">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0 break-words">
          <p>{problem.text}</p>
          <Hash chain={chain} hash={problem.hash} />
          {problem.mayStillBeMined && (
            <Button size="small" className="mt-2" onClick={watch}>
              Keep waiting
            </Button>
          )}
        </div>
      </div>
    );
  }
  const isDone = answer?.state === "completed";
  return (
    <div role="status" className="text-sm">
      <p className="flex items-center gap-2.5 font-semibold">
        {isDone ? (
          <CircleCheck aria-hidden="true" className="size-5 text-up" />
        ) : (
          <Spinner className="size-5 text-muted" />
        )}
        {isDone ? "Shares updated" : "Update pending"}
      </p>
      <Hash chain={chain} hash={answer?.transactionHash ?? sent} />
    </div>
  );
}

/** Why a change failed; null while it can still succeed. */
export function sharesProblemOf({ answer, error }: SharesChangeRun): SharesProblem | null {
  if (error !== null) return explainShares(error);
  if (answer?.state !== "failed") return null;
  const text = `${answer.error ?? "The transaction failed"}. The shares are unchanged. Try again.`;
  return { text, hash: null, mayStillBeMined: false };
}

function Hash({ chain, hash }: { chain: ChainSlug; hash: string | null }) {
  if (hash === null) return null;
  return (
    <p className="mt-1 break-all font-mono text-faint text-xs">
      <TransactionLink chain={chain} hash={hash}>
        {hash}
      </TransactionLink>
    </p>
  );
}
