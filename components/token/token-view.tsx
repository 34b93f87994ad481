"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { PriceChart } from "@/components/charts/price-chart";
import { useMarketStream } from "@/components/live/use-market-stream";
import { useIsOpen } from "@/components/tokens/use-is-open";
import { TradeBar, type TradeRequest } from "@/components/trade/trade-bar";
import { TradePanel } from "@/components/trade/trade-panel";
import { ErrorState } from "@/components/ui/error-state";
import { Later } from "@/components/ui/later";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { useHasAccount } from "@/components/wallet/use-account";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { FROM_SERVER, tokenQuery } from "@/lib/web/queries";
import { tokenDetailsQuery, tokenVideoQuery } from "@/lib/web/token/token-queries";
import { isTradeLink } from "@/lib/web/trade/trade-link";
import { TokenAbout } from "./facts/token-about";
import { TokenFacts } from "./facts/token-facts";
import { TokenStats } from "./facts/token-stats";
import { TabTitle } from "./tab-title";
import { Columns, EMPTY, inTurn } from "./token-columns";
import { TokenHeader } from "./token-header";

const loading = () => <Skeleton className="h-72 w-full rounded-card" />;
const TradeList = dynamic(() => import("./lists/trade-list").then((module) => module.TradeList), {
  ssr: false,
  loading,
});
const HolderList = inPart(
  dynamic(() => import("./lists/holder-list").then((module) => module.HolderList), {
    ssr: false,
    loading,
  }),
);
const TopTraders = inPart(
  dynamic(() => import("./lists/top-traders").then((module) => module.TopTraders), {
    ssr: false,
    loading,
  }),
);
// Most visitors arrive at a token that exists.
const NotIndexed = inPart(
  dynamic(() => import("./not-indexed").then((module) => module.NotIndexed), {
    ssr: false,
  }),
);
const OwnPosition = dynamic(() => import("./own-position"), { ssr: false });
// Most tokens have none of these. A decision can arrive while the page is open.
const ModerationNotice = inPart(
  dynamic(() => import("./moderation-notice").then((module) => module.ModerationNotice), {
    loading: () => null,
  }),
);
const CreatorHolding = inPart(
  dynamic(() => import("./facts/creator-holding").then((module) => module.CreatorHolding), {
    ssr: false,
  }),
);
const LaunchProtection = inPart(
  dynamic(() => import("./facts/launch-protection").then((module) => module.LaunchProtection), {
    ssr: false,
    loading: () => <Skeleton className="h-50 w-full rounded-card" />,
  }),
);
const TradingOpens = inPart(
  dynamic(() => import("./trading-opens").then((module) => module.TradingOpens), {
    ssr: false,
    loading,
  }),
);

/** A token with its market. For a new launch, waits until it is indexed. */
export function TokenView({
  chain,
  address,
  referrer,
  initial,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  /** The referrer that the page's link names. */
  referrer: `0x${string}` | null;
  /** The token as rendered by the server; null when it was not found. */
  initial: TokenBasicDetails | null;
}) {
  const { data, error, refetch } = useQuery({
    ...tokenQuery(chain, address),
    ...(initial === null
      ? {}
      : {
          initialData: initial,
          initialDataUpdatedAt: FROM_SERVER,
          // The stream, or without it the first poll, reads what has changed since.
          refetchOnMount: false,
        }),
  });
  if (data !== undefined)
    return <Token chain={chain} address={address} referrer={referrer} token={data} />;
  return (
    <>
      <h1 className="sr-only">Token {shortenAddress(address)}</h1>
      {error instanceof ApiError && error.status === 404 ? (
        <NotIndexed chain={chain} />
      ) : error !== null ? (
        <ErrorState
          className="grid min-h-96 place-items-center"
          title="Could not load the token"
          detail={error.message}
          reference={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      ) : (
        <TokenSkeleton />
      )}
    </>
  );
}

function Token({
  chain,
  address,
  referrer,
  token: found,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  referrer: `0x${string}` | null;
  token: TokenBasicDetails;
}) {
  const token = withoutHidden(found);
  const { startTime = 0 } = token;
  const symbol = shownSymbol(token.symbol);
  useMarketStream(
    useMemo(() => [chain], [chain]),
    address,
    token.moderation?.state === "hidden",
  );
  const { data: details } = useQuery(tokenDetailsQuery(chain, address));
  const isOpen = useIsOpen(startTime);
  const hasAccount = useHasAccount();
  // The Data API omits it after its end; the page shows that it has ended.
  const [protection] = useState(token.launchProtection ?? null);
  const panel = useRef<HTMLDivElement>(null);
  const [request, setRequest] = useState<TradeRequest | null>(null);
  const isLinkToTrade = isTradeLink(useSearchParams());
  const onTrade = (next: TradeRequest) => {
    setRequest(next);
    // The form scrolls to itself and takes the focus, once it is there.
    panel.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="grid gap-5">
      <TabTitle chain={chain} token={token} />
      <Moderation chain={chain} token={token} />
      <TokenHeader chain={chain} token={token} symbol={symbol} />
      <Columns
        panel={panel}
        isTradeFirst={!isOpen}
        {...inTurn(
          {
            main: <PriceChart chain={chain} address={address} symbol={symbol} />,
            stats: <TokenStats chain={chain} address={address} />,
            trade: isOpen ? (
              <div className="grid gap-5">
                {protection !== null && <LaunchProtection terms={protection} />}
                <TradePanel
                  chain={chain}
                  tokenAddress={address}
                  symbol={symbol}
                  referralShare={details?.referralShare ?? 0}
                  namedReferrer={referrer}
                  protection={protection}
                  request={request}
                />
              </div>
            ) : (
              <TradingOpens startTime={startTime} protection={protection} />
            ),
            own: hasAccount ? (
              <OwnPosition chain={chain} address={address} symbol={symbol} />
            ) : null,
            side: (
              <>
                <TokenAbout chain={chain} token={token} />
                {details?.firstBuy && (
                  <CreatorHolding chain={chain} address={address} symbol={symbol} />
                )}
                <TokenFacts chain={chain} address={address} />
              </>
            ),
            below: <Lists chain={chain} address={address} symbol={symbol} />,
          },
          request !== null || isLinkToTrade,
        )}
      />
      {isOpen && <TradeBar panel={panel} onTrade={onTrade} />}
    </div>
  );
}

function Moderation({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  const { data } = useQuery(tokenVideoQuery(chain, token.tokenAddress));
  const decided = [token.moderation, data?.moderation].flatMap((one) => one ?? []);
  if (decided.length === 0) return null;
  return <ModerationNotice chain={chain} token={token} decided={decided} />;
}

/** A hidden token without what its creator wrote and drew. */
function withoutHidden(token: TokenBasicDetails): TokenBasicDetails {
  if (token.moderation?.state !== "hidden") return token;
  const socials = { website: "", twitter: "", telegram: "", discord: "", farcaster: "" };
  return { ...token, image: null, description: null, socials };
}

function Lists({ chain, address, symbol }: { chain: ChainSlug; address: string; symbol: string }) {
  return (
    <Tabs
      label="Trades, holders and traders"
      tabs={[
        {
          id: "trades",
          title: "Trades",
          // On a phone far down the page.
          panel: (
            <Later order={6} place={loading()} when="near">
              <TradeList chain={chain} address={address} symbol={symbol} />
            </Later>
          ),
        },
        {
          id: "holders",
          title: "Holders",
          panel: <HolderList chain={chain} address={address} symbol={symbol} />,
        },
        {
          id: "traders",
          title: "Top traders",
          panel: <TopTraders chain={chain} address={address} symbol={symbol} />,
        },
      ]}
    />
  );
}

function TokenSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-card" />
        <div className="grid gap-2">
          <Skeleton className="h-7 w-52" />
          <Skeleton className="h-4 w-32" />
        </div>
      </div>
      <Columns {...EMPTY} />
    </div>
  );
}
