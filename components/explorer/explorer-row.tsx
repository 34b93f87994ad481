import { memo } from "react";
import { Age } from "@/components/tokens/age";
import { Change } from "@/components/tokens/amounts/change";
import { Money } from "@/components/tokens/amounts/money";
import { TokenImage } from "@/components/tokens/token-image";
import { TokenLink } from "@/components/tokens/token-link";
import { WatchButton } from "@/components/tokens/watch-button";
import { Skeleton } from "@/components/ui/skeleton";
import { CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { QuickBuy } from "./quick-buy";
import { Sparkline, SparklineRange } from "./sparkline";
import type { RankedToken } from "./use-token-pages";

const COLUMNS =
  "grid h-full grid-cols-[1.5rem_minmax(0,1fr)_auto_auto] items-center gap-x-2 px-3 sm:grid-cols-[1.5rem_2rem_minmax(0,1fr)_6.5rem_5rem_3rem_2.75rem] sm:gap-x-3 sm:px-5 md:grid-cols-[1.5rem_2rem_minmax(0,1fr)_6.5rem_5rem_6.5rem_3rem_2.75rem] lg:grid-cols-[1.5rem_2rem_minmax(0,1fr)_7rem_7.5rem_5.5rem_7.5rem_4rem_2.75rem] lg:gap-x-5";

/** Visual column headings; each value has its own label for screen readers. */
export function ExplorerRowHead() {
  return (
    <div
      aria-hidden="true"
      className="hidden h-10 border-b font-mono text-faint text-micro uppercase sm:block"
    >
      <div className={COLUMNS}>
        <span>#</span>
        <span />
        <span>Token</span>
        <span className="hidden lg:block">Last 24h</span>
        <span className="text-right">Market cap</span>
        <span className="text-right">24h</span>
        <span className="hidden text-right md:block">Volume 24h</span>
        <span className="text-right">Age</span>
      </div>
    </div>
  );
}

/** A token as a row. Names are untrusted: isolated, one line, never markup. */
export const ExplorerRow = memo(function ExplorerRow({
  token,
  rank,
  showChain,
  isWide,
}: {
  token: RankedToken;
  rank: number;
  showChain: boolean;
  /** Whether the window has room for the line of the last day. */
  isWide: boolean;
}) {
  const rate = { eth: token.marketCapETH, usd: token.marketCapUSD };
  return (
    <article data-slot="explorer-row" className={`${COLUMNS} relative hover:bg-raised/60`}>
      <span className="nums text-faint text-sm max-sm:sr-only">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      <WatchButton token={token} className="max-sm:-ml-2" />
      <TokenName token={token} showChain={showChain} />
      <div className="hidden lg:block">
        {isWide && (
          <Sparkline
            points={token.sparkline}
            change={token.priceChange24h}
            className="h-8 w-full"
          />
        )}
      </div>
      <p className="text-right text-sm">
        <span className="sr-only">Market cap </span>
        <Money eth={token.marketCapETH} rate={rate} className="font-semibold" />
        <Change percent={token.priceChange24h} className="block text-xs sm:hidden" />
      </p>
      <p className="hidden text-right text-sm sm:block">
        <span className="sr-only">Change in 24 hours </span>
        <Change percent={token.priceChange24h} />
        {isWide && <SparklineRange points={token.sparkline} rate={rate} />}
      </p>
      <p className="hidden text-right text-muted text-sm md:block">
        <span className="sr-only">Volume in 24 hours </span>
        <Money eth={token.volume24h} rate={rate} />
      </p>
      <p className="hidden text-right text-muted text-sm sm:block">
        <span className="sr-only">Age </span>
        <Age createdAt={token.createdAt} />
      </p>
      <QuickBuy token={token} className="ml-auto h-9 sm:h-7" />
    </article>
  );
});

function TokenName({ token, showChain }: { token: RankedToken; showChain: boolean }) {
  return (
    <div className="flex min-w-0 items-center gap-2 sm:gap-3">
      <TokenImage
        isBlurred={token.moderation?.state === "blurred"}
        address={token.tokenAddress}
        image={token.image}
        className="size-8 rounded-[0.625rem] sm:size-10"
      />
      <div className="min-w-0">
        <h3 className="font-semibold text-[0.9375rem] leading-5">
          <TokenLink token={token} />
        </h3>
        <p className="truncate text-faint text-xs">
          <bdi className="font-mono">{shownSymbol(token.symbol)}</bdi>
          <span className="sm:hidden">
            {" "}
            · <Age createdAt={token.createdAt} />
          </span>
          {showChain && <span> · {CHAINS[token.chain].name}</span>}
        </p>
      </div>
    </div>
  );
}

export function ExplorerRowSkeleton() {
  return (
    <div className={`${COLUMNS} border-b`} style={{ height: "4rem" }}>
      <Skeleton className="h-3 w-3" />
      <span className="hidden sm:block" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-[0.625rem]" />
        <div className="grid grow gap-2">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-2.5 w-1/4" />
        </div>
      </div>
      <Skeleton className="hidden h-6 w-full lg:block" />
      <Skeleton className="ml-auto h-3 w-16" />
      <Skeleton className="ml-auto hidden h-3 w-12 sm:block" />
      <Skeleton className="ml-auto hidden h-3 w-16 md:block" />
      <Skeleton className="ml-auto hidden h-3 w-8 sm:block" />
    </div>
  );
}
