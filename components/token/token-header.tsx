"use client";

import { useQuery } from "@tanstack/react-query";
import { Address } from "@/components/tokens/address";
import { Age } from "@/components/tokens/age";
import { Change } from "@/components/tokens/amounts/change";
import { Money } from "@/components/tokens/amounts/money";
import { useCurrency } from "@/components/tokens/amounts/use-currency";
import { TokenImage } from "@/components/tokens/token-image";
import { WatchButton } from "@/components/tokens/watch-button";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { tokenPriceQuery } from "@/lib/web/token/token-queries";
import { ReportButton } from "./report-button";
import { ShareButton } from "./share/share-button";

/** Name, symbol and market cap. Names are untrusted: isolated, never markup. */
export function TokenHeader({
  chain,
  token,
  symbol,
}: {
  chain: ChainSlug;
  token: TokenBasicDetails;
  /** As shown on the page. */
  symbol: string;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <TokenImage
        px={64}
        isBlurred={token.moderation?.state === "blurred"}
        eager
        address={token.tokenAddress}
        image={token.image}
        className="size-14 rounded-card sm:size-16"
      />
      <div className="min-w-0 flex-1 basis-52">
        <h1 className="wrap-anywhere line-clamp-2 font-bold text-2xl leading-8 tracking-tight sm:text-3xl sm:leading-9">
          <bdi>{token.name}</bdi>{" "}
          <bdi className="font-mono font-normal text-base text-faint tracking-normal">{symbol}</bdi>
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-faint text-xs">
          <Badge>{CHAINS[chain].name}</Badge>
          <Address address={token.tokenAddress} label="Copy token address" />
          <span>
            launched <Age createdAt={token.createdAt} form="long" />
          </span>
        </p>
      </div>
      <Worth chain={chain} address={token.tokenAddress} />
      <div className="flex flex-wrap gap-2">
        <WatchButton
          token={{ key: `${chain}:${token.tokenAddress}` }}
          className="size-9 border border-line bg-surface"
        />
        <ShareButton chain={chain} token={token} />
        <ReportButton chain={chain} token={token} />
      </div>
    </header>
  );
}

function Worth({ chain, address }: { chain: ChainSlug; address: string }) {
  const [currency] = useCurrency();
  const { data } = useQuery(tokenPriceQuery(chain, address));
  if (data === undefined) {
    return <Skeleton className="h-14 w-44 rounded-control" />;
  }
  const { marketCapETH, marketCapUSD, priceChange24h } = data.price;
  const inDollars = currency === "USD" && marketCapUSD !== null;
  const dollars = marketCapUSD === null ? "" : ` · $${formatDecimal(marketCapUSD)}`;
  return (
    <div data-slot="token-worth" className="nums min-h-14 sm:text-right">
      <p className="flex items-baseline gap-2 sm:justify-end">
        <Money
          eth={marketCapETH}
          rate={{ eth: marketCapETH, usd: marketCapUSD }}
          className="font-bold text-2xl tracking-tight [&_span]:text-lg"
        />
        <Change percent={priceChange24h} className="font-medium text-sm" />
      </p>
      <p className="text-faint text-sm">
        market cap{inDollars ? ` · ${formatDecimal(marketCapETH)} ETH` : dollars}
      </p>
    </div>
  );
}
