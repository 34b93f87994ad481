"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSiteName } from "@/components/layout/site-facts";
import { Address } from "@/components/tokens/address";
import { Amount } from "@/components/tokens/amounts/amount";
import { useIsOpen } from "@/components/tokens/use-is-open";
import { useFromNow } from "@/components/tokens/use-now";
import { TradePanel } from "@/components/trade/trade-panel";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import { shareTitle } from "@/lib/features/share/rules/share-title";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { TokenFacts } from "@/lib/web/trade/read-token-facts";
import { tokenDocumentQuery, tokenFactsQuery } from "@/lib/web/trade/token-facts-query";
import { AboutCard } from "./facts/token-about";
import { ModerationNotice } from "./moderation-notice";
import { ReportButton } from "./report-button";
import { TradingOpens } from "./trading-opens";

/** A token of a chain without published data: on-chain facts and the trade panel. */
export function UnservedToken({
  chain,
  address,
  referrer,
  moderation,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  /** The referrer that the page's link names. */
  referrer: `0x${string}` | null;
  /** The decision of a moderator; null without one. */
  moderation: TokenModeration | null;
}) {
  const siteName = useSiteName();
  const { data, error, refetch } = useQuery(tokenFactsQuery(chain, address));
  const place = CHAINS[chain].name;
  const title = data == null ? null : shareTitle(chain, { ...data, moderation });
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${siteName}`;
  }, [title, siteName]);
  if (data === null) {
    return (
      <EmptyState className="min-h-96" title="Token not found">
        <h1 className="sr-only">Token {shortenAddress(address)}</h1>
        No token was launched at this address on {place}. Check the address and the chain.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-5 lg:col-span-2">
        {moderation !== null && (
          <ModerationNotice
            chain={chain}
            token={{ tokenAddress: address }}
            decided={[moderation]}
          />
        )}
        <Header chain={chain} address={address} facts={data} />
      </div>
      {data !== undefined ? (
        <Content
          chain={chain}
          address={address}
          referrer={referrer}
          facts={data}
          isHidden={moderation?.state === "hidden"}
        />
      ) : error === null ? (
        <>
          <Skeleton className="h-[30rem] w-full rounded-card lg:col-start-2" />
          <Skeleton className="h-72 w-full rounded-card lg:col-start-1 lg:row-start-2" />
        </>
      ) : (
        <ErrorState
          className="lg:col-span-2"
          title="Could not load the token"
          detail={`${place} is unreachable. Try again in a moment.`}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

function Header({
  chain,
  address,
  facts,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  facts: TokenFacts | undefined;
}) {
  return (
    <header>
      <h1 className="wrap-anywhere font-bold text-2xl leading-8 tracking-tight sm:text-3xl sm:leading-9">
        {facts === undefined ? (
          `Token ${shortenAddress(address)}`
        ) : (
          <>
            <bdi>{facts.name}</bdi>{" "}
            <bdi className="font-mono font-normal text-base text-faint tracking-normal">
              {shownSymbol(facts.symbol)}
            </bdi>
          </>
        )}
      </h1>
      <div className="mt-1 flex flex-wrap items-center gap-x-2.5">
        <Badge>{CHAINS[chain].name}</Badge>
        <Address address={address} label="Copy token address" />
        {facts !== undefined && (
          <ReportButton chain={chain} token={{ tokenAddress: address, image: null }} />
        )}
      </div>
    </header>
  );
}

function Content({
  chain,
  address,
  referrer,
  facts,
  isHidden,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  referrer: `0x${string}` | null;
  facts: TokenFacts;
  isHidden: boolean;
}) {
  const isOpen = useIsOpen(facts.opensAt);
  // The facts include it until the chain has a block after its end.
  const isProtected = useFromNow((now) => now < (facts.protection?.endTime ?? 0));
  return (
    <>
      <div className="lg:col-start-2 lg:row-span-2">
        {isOpen ? (
          <TradePanel
            chain={chain}
            tokenAddress={address}
            symbol={shownSymbol(facts.symbol)}
            referralShare={facts.referralShare}
            namedReferrer={referrer}
            protection={isProtected ? facts.protection : null}
          />
        ) : (
          <TradingOpens startTime={facts.opensAt} protection={facts.protection} />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:col-start-1 lg:row-start-2">
        <Facts facts={facts} />
        {!isHidden && <About chain={chain} facts={facts} />}
        <p className="text-faint text-sm">
          This launchpad has no charts, trades or holders for {CHAINS[chain].name}.
        </p>
      </div>
    </>
  );
}

function Facts({ facts }: { facts: TokenFacts }) {
  return (
    <Card data-slot="token-facts">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line text-sm [&>div]:bg-surface [&>div]:px-4 [&>div]:py-3 [&_dt]:text-faint [&_dt]:text-xs">
        <div>
          <dt>Market cap</dt>
          <dd>
            <Amount value={formatWei(facts.marketCapWei)} unit="ETH" className="font-medium" />
          </dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>
            <Amount value={formatWei(facts.priceWei)} unit="ETH" className="font-medium" />
          </dd>
        </div>
        <div>
          <dt>Supply</dt>
          <dd>
            <Amount value={formatWei(facts.totalSupply)} unit={shownSymbol(facts.symbol)} />
          </dd>
        </div>
        <div>
          <dt>Fee recipient</dt>
          <dd>
            <Address address={facts.feeOwner} label="Copy fee recipient address" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Creator content, once the metadata is loaded. */
function About({ chain, facts }: { chain: ChainSlug; facts: TokenFacts }) {
  const { data, isPending, isError, refetch } = useQuery(tokenDocumentQuery(facts.tokenUri));
  if (isPending) return <Skeleton className="h-48 w-full rounded-card" />;
  if (isError) {
    return (
      <Card>
        <ErrorState
          title="Could not load description and links"
          detail="The token’s metadata is unavailable. You can still trade."
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  const { description } = data;
  const socials = {
    website: data.website ?? "",
    twitter: data.twitter ?? "",
    telegram: data.telegram ?? "",
    discord: data.discord ?? "",
    farcaster: data.farcaster ?? "",
  };
  return <AboutCard chain={chain} token={{ tokenAddress: facts.address, description, socials }} />;
}
