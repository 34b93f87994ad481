"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ConnectWallet } from "@/components/wallet/connect-wallet";
import type { ChainSlug } from "@/lib/shared/chains";
import {
  CHANGE_TEXTS,
  explainShares,
  type SharesProblem,
  type SharesTexts,
} from "@/lib/web/account/explain-shares-error";
import { HashLine, TransactionState } from "./transaction-state";
import type { ModeratorRun } from "./use-moderator-run";

/** Texts of one action about its result. */
export type OutcomeTexts = SharesTexts & { pending: string; completed: string };

const CHANGE: OutcomeTexts = {
  ...CHANGE_TEXTS,
  pending: "Update pending",
  completed: "Shares updated",
};

/** Result of a moderator's action: pending, completed, or failed with the next step. */
export function SharesOutcome({
  chain,
  change,
  texts = CHANGE,
}: {
  chain: ChainSlug;
  change: ModeratorRun;
  texts?: OutcomeTexts;
}) {
  const { sent, answer, watch } = change;
  const problem = sharesProblemOf(change, texts);
  if (problem !== null) {
    return (
      <div role="alert" className="flex gap-2 text-sm">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
        <div className="min-w-0 break-words">
          <p>{problem.text}</p>
          <HashLine chain={chain} hash={problem.hash} />
          {problem.needsWallet && <ConnectWallet chain={chain} />}
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
      title={isDone ? texts.completed : texts.pending}
      hash={answer?.transactionHash ?? sent}
    />
  );
}

/** Why an action failed; null while it can still succeed. */
export function sharesProblemOf(
  { answer, error, isManaged }: ModeratorRun,
  texts: SharesTexts = CHANGE,
): SharesProblem | null {
  // An external wallet sends only what the service has answered.
  if (error !== null)
    return explainShares(error, isManaged ? texts : { ...texts, afterLost: null });
  if (answer?.state !== "failed") return null;
  const text = `${answer.error ?? "The transaction failed"}. ${texts.unchanged}. Try again.`;
  return { text, hash: null, mayStillBeMined: false, needsWallet: false };
}
