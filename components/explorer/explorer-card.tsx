import { Age } from "@/components/tokens/age";
import { Change } from "@/components/tokens/amounts/change";
import { Money } from "@/components/tokens/amounts/money";
import { TokenImage } from "@/components/tokens/token-image";
import { TokenLink } from "@/components/tokens/token-link";
import { WatchButton } from "@/components/tokens/watch-button";
import { Badge } from "@/components/ui/badge";
import { CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { QuickBuy } from "./quick-buy";
import { Sparkline, SparklineRange } from "./sparkline";
import type { RankedToken } from "./use-token-pages";

/** A token as a card with its chart of the last day. */
export function ExplorerCard({ token, showChain }: { token: RankedToken; showChain: boolean }) {
  const rate = { eth: token.marketCapETH, usd: token.marketCapUSD };
  return (
    <article
      data-slot="explorer-card"
      className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card hover:border-line-strong"
    >
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <TokenImage
          px={190}
          isBlurred={token.moderation?.state === "blurred"}
          address={token.tokenAddress}
          image={token.image}
          className="absolute inset-0 aspect-auto size-full"
        />
        {showChain && (
          <Badge className="absolute top-2 left-2 bg-canvas/85 text-ink backdrop-blur-sm">
            {CHAINS[token.chain].name}
          </Badge>
        )}
        <WatchButton
          token={token}
          className="absolute right-2 bottom-2 border border-line bg-surface text-ink"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-3 py-2.5">
        <h3 className="flex items-baseline gap-1.5 font-semibold text-[0.9375rem] leading-5">
          <TokenLink token={token} className="min-w-0 after:rounded-card" />
          <bdi className="max-w-[45%] shrink-0 truncate font-mono font-normal text-faint text-xs">
            {shownSymbol(token.symbol)}
          </bdi>
        </h3>
        <p className="flex items-baseline justify-between gap-2 text-sm">
          <Money eth={token.marketCapETH} rate={rate} className="truncate font-semibold" />
          <Change percent={token.priceChange24h} className="text-xs" />
        </p>
        <Sparkline points={token.sparkline} change={token.priceChange24h} className="h-6 w-full" />
        <SparklineRange points={token.sparkline} rate={rate} />
        <p className="flex items-baseline justify-between gap-2 text-faint text-xs">
          <span className="truncate">
            vol <Money eth={token.volume24h} rate={rate} />
          </span>
          <Age createdAt={token.createdAt} />
        </p>
      </div>
      <QuickBuy token={token} className="absolute top-2 right-2 z-10" />
    </article>
  );
}
