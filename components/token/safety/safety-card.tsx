"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChainSlug } from "@/lib/shared/chains";
import { safetyQuery } from "@/lib/web/token/safety-queries";
import { BuyerFacts } from "./buyer-facts";
import { ContractFacts } from "./contract-facts";
import { HolderFacts } from "./holder-facts";
import { VerifySafety } from "./verify-safety";

/** Facts about the risks of a token, each with its proof. */
export function SafetyCard({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch } = useQuery(safetyQuery(chain, address));
  return (
    <Card data-slot="safety" className="p-4 text-sm sm:p-5">
      <h2 className="font-semibold">Safety facts</h2>
      <p className="mt-1 text-muted">
        Read from the chain. This is not advice: a creator may use wallets that nothing connects.
      </p>
      {data !== undefined ? (
        <>
          <div className="mt-3 border-t">
            <ContractFacts safety={data} />
            <HolderFacts chain={chain} safety={data} />
            <BuyerFacts chain={chain} safety={data} />
          </div>
          <VerifySafety chain={chain} address={address} />
        </>
      ) : error === null ? (
        <Skeleton className="mt-3 h-80 w-full" />
      ) : (
        <ErrorState
          title="Could not load the safety facts"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}
