"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { TradePanel } from "@/components/trade/trade-panel";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api-error";
import { tokenQuery } from "@/lib/client/queries";
import { shortenAddress } from "@/lib/client/shorten-address";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import type { TokenBasicDetails } from "@/lib/schemas/data";
import { Age } from "./age";
import { Amount } from "./amount";
import { ExplorerLink } from "./explorer-link";
import { TokenImage } from "./token-image";
import { TokenLinks } from "./token-links";

/** One token by the data interface. A fresh launch that is not indexed yet says so and waits. */
export function TokenDetails({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch } = useQuery(tokenQuery(chain, address));
  if (data !== undefined) return <Details chain={chain} token={data} />;
  return (
    <>
      <h1 className="sr-only">Token {shortenAddress(address)}</h1>
      {error instanceof ApiError && error.status === 404 ? (
        <NotIndexed chain={chain} />
      ) : error !== null ? (
        <ErrorState
          className="grid min-h-96 place-items-center"
          title="The token can't be loaded"
          detail={error.message}
          reference={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      ) : (
        <DetailsSkeleton />
      )}
    </>
  );
}

function Details({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  return (
    <Frame
      image={
        <TokenImage
          eager
          address={token.tokenAddress}
          image={token.image}
          className="w-full rounded-card"
        />
      }
      trade={<TradePanel chain={chain} tokenAddress={token.tokenAddress} symbol={token.symbol} />}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{CHAINS[chain].name}</Badge>
        <span className="text-faint text-sm">
          launched <Age createdAt={token.createdAt} form="words" />
        </span>
      </div>
      <h1 className="wrap-anywhere mt-3 line-clamp-3 font-bold text-4xl leading-tight tracking-[-0.03em]">
        <bdi>{token.name}</bdi>
      </h1>
      <p className="mt-1 font-mono text-muted">
        <bdi>{token.symbol}</bdi>
      </p>
      <dl className="mt-7 grid gap-x-10 gap-y-5 sm:grid-cols-[auto_1fr]">
        <Fact title="Market cap">
          <Amount value={token.marketCapETH} unit="ETH" className="font-semibold text-2xl" />
        </Fact>
        <Fact title="Token address">
          <span className="flex items-center gap-1 font-mono text-[0.8125rem]">
            <span className="wrap-anywhere">{token.tokenAddress}</span>
            <CopyButton text={token.tokenAddress} label="Copy token address" />
          </span>
        </Fact>
      </dl>
      <Card className="mt-7 px-5 py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 className="font-semibold">About</h2>
          <span className="text-faint text-xs">Written by the creator, unverified</span>
        </div>
        {token.description === null || token.description === "" ? (
          <p className="mt-2 text-muted text-sm">No description was given.</p>
        ) : (
          <p className="wrap-anywhere mt-2 max-h-96 overflow-y-auto whitespace-pre-line text-muted text-sm leading-relaxed">
            <bdi>{token.description}</bdi>
          </p>
        )}
        <TokenLinks socials={token.socials} />
      </Card>
      <ExplorerLink chain={chain} address={token.tokenAddress} />
    </Frame>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-mono text-faint text-micro uppercase">{title}</dt>
      <dd className="mt-1 flex min-h-9 items-center">{children}</dd>
    </div>
  );
}

function Frame({
  image,
  trade,
  children,
}: {
  image: ReactNode;
  trade: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)_23rem]">
      <div className="max-w-48 md:max-w-none">{image}</div>
      <div className="min-w-0">{children}</div>
      <div className="min-w-0 md:col-span-2 md:max-w-[23rem] lg:sticky lg:top-20 lg:col-span-1">
        {trade}
      </div>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <Frame
      image={<Skeleton className="aspect-square w-full rounded-card" />}
      trade={<Skeleton className="h-[26rem] w-full rounded-card" />}
    >
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-4 h-10 w-80 max-w-full" />
      <Skeleton className="mt-3 h-4 w-20" />
      <Skeleton className="mt-9 h-12 w-full max-w-lg" />
      <Skeleton className="mt-9 h-40 w-full rounded-card" />
    </Frame>
  );
}

function NotIndexed({ chain }: { chain: ChainSlug }) {
  return (
    <div role="status" className="grid min-h-96 place-items-center">
      <EmptyState
        icon={<Hourglass aria-hidden="true" className="mb-1 size-8 text-accent-text" />}
        title="No such token yet"
      >
        Nothing was launched at this address on {CHAINS[chain].name}, or its launch is seconds old
        and not indexed yet. This page keeps looking.
      </EmptyState>
    </div>
  );
}
