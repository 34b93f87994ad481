"use client";

import { useQuery } from "@tanstack/react-query";
import { Anchor } from "lucide-react";
import { Address } from "@/components/tokens/address";
import { ExplorerLink } from "@/components/tokens/explorer-link";
import { TradePanel } from "@/components/trade/trade-panel";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { shortenAddress } from "@/lib/client/shorten-address";
import { tokenWordsQuery } from "@/lib/client/trade/token-words-query";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";

/** A token of a chain whose data this service does not publish: what the chain itself tells, and trading. */
export function UnservedToken({ chain, address }: { chain: ChainSlug; address: `0x${string}` }) {
  const { data: words, error, refetch } = useQuery(tokenWordsQuery(chain, address));
  const place = CHAINS[chain].name;
  if (words === null) {
    return (
      <EmptyState className="min-h-96" title="No such token">
        <h1 className="sr-only">Token {shortenAddress(address)}</h1>
        Nothing was launched at this address on {place}.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <header>
          <h1 className="wrap-anywhere font-bold text-2xl leading-8 tracking-tight sm:text-3xl sm:leading-9">
            {words === undefined ? (
              `Token ${shortenAddress(address)}`
            ) : (
              <>
                <bdi>{words.name}</bdi>{" "}
                <bdi className="font-mono font-normal text-base text-faint tracking-normal">
                  {words.symbol}
                </bdi>
              </>
            )}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2.5">
            <Badge>{place}</Badge>
            <Address address={address} label="Copy token address" />
          </p>
        </header>
        <Card>
          <EmptyState
            icon={<Anchor aria-hidden="true" className="mb-1 size-7 text-faint" />}
            title={`No charts of ${place} here`}
          >
            The operator of this service publishes no token data of this chain. The token trades all
            the same. The setting is <code className="font-mono text-ink">DATA_CHAINS</code>.
            <ExplorerLink chain={chain} address={address} />
          </EmptyState>
        </Card>
      </div>
      {words !== undefined ? (
        <TradePanel chain={chain} tokenAddress={address} symbol={words.symbol} />
      ) : error === null ? (
        <Skeleton className="h-[30rem] w-full rounded-card" />
      ) : (
        <ErrorState
          title="The token can’t be read"
          detail={`${place} does not answer now.`}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
