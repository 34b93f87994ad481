"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { ChainSlug } from "@/lib/domain/chains";
import { explainShares, type SharesProblem } from "@/lib/web/account/explain-shares-error";
import type { SharesChangeRun } from "./use-change-shares";

/** How a change of shares stands: on its way, made, or why it was not and what to do. */
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
        {isDone ? "The new shares stand" : "The change is on its way"}
      </p>
      <Hash chain={chain} hash={answer?.transactionHash ?? sent} />
    </div>
  );
}

/** Why a change was not made; null as long as it may be. */
export function sharesProblemOf({ answer, error }: SharesChangeRun): SharesProblem | null {
  if (error !== null) return explainShares(error);
  if (answer?.state !== "failed") return null;
  const text = `${answer.error ?? "The chain refused it"}. The shares are as before; try again.`;
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
