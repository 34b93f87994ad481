"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares, type SharesProblem } from "@/lib/web/account/explain-shares-error";
import { HashLine, TransactionState } from "./transaction-state";
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
          <HashLine chain={chain} hash={problem.hash} />
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
    <TransactionState
      chain={chain}
      isDone={isDone}
      title={isDone ? "Shares updated" : "Update pending"}
      hash={answer?.transactionHash ?? sent}
    />
  );
}

/** Why a change failed; null while it can still succeed. */
export function sharesProblemOf({ answer, error }: SharesChangeRun): SharesProblem | null {
  if (error !== null) return explainShares(error);
  if (answer?.state !== "failed") return null;
  const text = `${answer.error ?? "The transaction failed"}. The shares are unchanged. Try again.`;
  return { text, hash: null, mayStillBeMined: false };
}
