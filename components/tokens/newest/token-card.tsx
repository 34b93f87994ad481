import { Age } from "@/components/tokens/age";
import { Money } from "@/components/tokens/amounts/money";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TokenImage } from "@/components/tokens/token-image";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { TokenLink } from "../token-link";
import type { ChainToken } from "./token-lists";

const FRAME =
  "group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card";

/** A token as a card. Names are untrusted: isolated, one line, never markup. */
export function TokenCard({
  token,
  showChain,
  eager,
}: {
  token: ChainToken;
  showChain: boolean;
  /** Whether it is in the first window. */
  eager: boolean;
}) {
  const rate = useEthRate(token.chain);
  return (
    <article data-slot="token-card" className={`${FRAME} animate-arrive hover:border-line-strong`}>
      <TokenImage
        eager={eager}
        px={190}
        isBlurred={token.moderation?.state === "blurred"}
        address={token.tokenAddress}
        image={token.image}
        className="w-full"
      />
      {showChain && (
        <Badge className="absolute top-2 left-2 bg-canvas/85 text-ink backdrop-blur-sm">
          {CHAINS[token.chain].name}
        </Badge>
      )}
      <div className="flex min-h-0 grow flex-col justify-between px-3 py-2.5">
        <div className="min-w-0">
          <h3 className="font-semibold text-[0.9375rem] leading-5">
            <TokenLink token={token} className="after:rounded-card" />
          </h3>
          <p className="truncate font-mono text-faint text-xs">
            <bdi>{shownSymbol(token.symbol)}</bdi>
          </p>
        </div>
        <p className="flex items-baseline justify-between gap-2 text-sm">
          <Money eth={token.marketCapETH} rate={rate} className="font-semibold" />
          <Age createdAt={token.createdAt} className="text-faint text-xs" />
        </p>
      </div>
    </article>
  );
}

export function TokenCardSkeleton() {
  return (
    <div className={FRAME}>
      <Skeleton className="aspect-square w-full rounded-none" />
      <div className="flex grow flex-col justify-between px-3 py-3">
        <div className="grid gap-2">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-2.5 w-2/5" />
        </div>
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  );
}

/** Placeholder of a card. */
export function EmptyCard() {
  return <div className="h-full rounded-card border border-line border-dashed" />;
}
