"use client";

import { useRouter } from "next/navigation";
import { pathOfSentDraft } from "@/components/launch/form/sent-draft";
import { useEmptyDraft } from "@/components/launch/form/use-empty-draft";
import { leavePage } from "@/components/layout/leave-page";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { LaunchStatus } from "@/lib/features/launch/schema/answers";
import type { ChainSlug } from "@/lib/shared/chains";

/** Why a launch failed, its transaction if any, and a link back to the draft. */
export function LaunchFailed({
  chain,
  jobId,
  status,
}: {
  chain: ChainSlug;
  jobId: string;
  status: Extract<LaunchStatus, { state: "failed" }>;
}) {
  const router = useRouter();
  const { marketCapUsd } = useEmptyDraft();
  const { error, transactionHash, transactionMayHaveSucceeded } = status;
  return (
    <Card role="alert" className="grid gap-4 border-danger/60 p-5 text-sm">
      <p className="break-words">{error}</p>
      {transactionHash !== null && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-muted">
            {transactionMayHaveSucceeded
              ? "The transaction may still be mined. Check it before you launch again:"
              : "Transaction:"}
          </span>
          <CopyableTransactionLink chain={chain} hash={transactionHash} />
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Button
          variant={transactionMayHaveSucceeded ? "secondary" : "primary"}
          onClick={() => leavePage(() => router.push(pathOfSentDraft(jobId, marketCapUsd)))}
        >
          Edit launch
        </Button>
        <Button onClick={() => leavePage(() => window.location.reload())}>Check again</Button>
      </p>
    </Card>
  );
}
