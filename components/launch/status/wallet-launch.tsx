"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { pathOfSentDraft } from "@/components/launch/form/sent-draft";
import { useEmptyDraft } from "@/components/launch/form/use-empty-draft";
import { leavePage } from "@/components/layout/leave-page";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/shared/chains";
import {
  isMined,
  launchTransactionQuery,
  type SentState,
} from "@/lib/web/launch/launch-transaction";
import { pendingLaunch } from "@/lib/web/launch/pending-launch";
import { refreshBalances } from "@/lib/web/refresh-balances";

const none = () => null;

export type SentLaunch = { hash: `0x${string}`; state: SentState | undefined };

/**
 * The transaction with which this browser's wallet sent a launch; null if it sent none. Its state is
 * undefined while it is loading.
 */
export function useSentLaunch(jobId: string): SentLaunch | null {
  const latest = useSyncExternalStore(pendingLaunch.subscribe, pendingLaunch.read, none);
  const pending = latest?.jobId === jobId ? latest : null;
  const { data: state } = useQuery(launchTransactionQuery(pending));
  const queries = useQueryClient();
  const hasEnded = isMined(state);
  useEffect(() => {
    if (hasEnded) void refreshBalances(queries);
  }, [hasEnded, queries]);
  return pending === null ? null : { hash: pending.hash, state };
}

/** The wallet's transaction of a launch, and the way back if it failed or was never sent. */
export function WalletLaunch({
  chain,
  jobId,
  sent,
}: {
  chain: ChainSlug;
  jobId: string;
  sent: SentLaunch | null;
}) {
  const router = useRouter();
  const { marketCapUsd } = useEmptyDraft();
  const again = () => leavePage(() => router.push(pathOfSentDraft(jobId, marketCapUsd)));
  const problem = sent === null ? null : problemOf(sent.state);
  if (sent !== null && problem === null) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="text-muted">Transaction:</span>
        <CopyableTransactionLink chain={chain} hash={sent.hash} />
      </p>
    );
  }
  return (
    <Card role={problem === null ? undefined : "alert"} className="grid gap-4 p-5 text-sm">
      {sent !== null && problem !== null ? (
        <>
          <p className="font-medium text-danger">{problem.title}</p>
          <p className="text-muted">{problem.detail}</p>
          <CopyableTransactionLink chain={chain} hash={sent.hash} />
        </>
      ) : (
        <p className="text-muted">
          If your wallet still asks you to confirm the launch, confirm it there. Otherwise prepare
          it again: it never launches twice.
        </p>
      )}
      <p>
        <Button variant="primary" onClick={again}>
          Prepare again
        </Button>
      </p>
    </Card>
  );
}

/** Why a transaction has not launched the token, or may not; null while it may be mined. */
function problemOf(state: SentState | undefined): { title: string; detail: string } | null {
  switch (state) {
    case "reverted":
      return {
        title: "The transaction failed",
        detail:
          "Nothing was launched; only gas was spent. The permit may have expired, or the price of ETH changed.",
      };
    case "replaced":
      return {
        title: "Your wallet sent another transaction instead",
        detail:
          "If you sped the launch up, it is shown here shortly. If you canceled it, prepare it again: it never launches twice.",
      };
    case "lost":
      return {
        title: "The network does not know the transaction",
        detail:
          "It may have been dropped. You can prepare the launch again: it never launches twice.",
      };
    default:
      return null;
  }
}
