"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { restoreSentDraft } from "@/components/launch/form/sent-draft";
import { TradeTransactionLink } from "@/components/trade/transaction-link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/shared/chains";
import { pendingLaunch } from "@/lib/web/launch/pending-launch";
import { receiptQuery } from "@/lib/web/launch/sent-transaction";
import { configQuery } from "@/lib/web/queries";
import { refreshBalances } from "@/lib/web/refresh-balances";

const none = () => null;

/** The transaction with which this browser's wallet sent a launch; null if it sent none. */
export function useSentHash(jobId: string): `0x${string}` | null {
  const pending = useSyncExternalStore(pendingLaunch.subscribe, pendingLaunch.read, none);
  return pending?.jobId === jobId ? pending.hash : null;
}

/** Reloads the page's balances once the wallet's transaction is mined, also one that failed. */
export function useBalancesOnceMined(chain: ChainSlug, hash: `0x${string}` | null): void {
  const { data: status = null } = useQuery(receiptQuery(chain, hash));
  const queries = useQueryClient();
  const isMined = status !== null;
  useEffect(() => {
    if (isMined) void refreshBalances(queries);
  }, [isMined, queries]);
}

/** The wallet's transaction of a launch, and the way back if it failed or was never sent. */
export function WalletLaunch({
  chain,
  jobId,
  hash,
}: {
  chain: ChainSlug;
  jobId: string;
  hash: `0x${string}` | null;
}) {
  const router = useRouter();
  const { data: config } = useQuery(configQuery());
  const sandbox = config?.chains.find(({ slug }) => slug === chain)?.sandbox ?? true;
  const { data: status = null } = useQuery(receiptQuery(chain, hash));
  const isReverted = status === "reverted";
  const again = () => router.push(restoreSentDraft(jobId) ? "/launch#review" : "/launch");
  if (hash !== null && !isReverted) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="text-muted">Transaction:</span>
        <TradeTransactionLink chain={chain} sandbox={sandbox} hash={hash} />
      </p>
    );
  }
  return (
    <Card role={isReverted ? "alert" : undefined} className="grid gap-4 p-5 text-sm">
      {isReverted ? (
        <>
          <p className="font-medium text-danger">The transaction failed</p>
          <p className="text-muted">
            Nothing was launched; only gas was spent. The permit may have expired, or the price of
            ETH changed.
          </p>
          <TradeTransactionLink chain={chain} sandbox={sandbox} hash={hash ?? ""} />
        </>
      ) : (
        <p className="text-muted">Nothing was sent from this browser.</p>
      )}
      <p>
        <Button variant="primary" onClick={again}>
          Prepare again
        </Button>
      </p>
    </Card>
  );
}
