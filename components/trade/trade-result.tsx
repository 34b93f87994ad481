import { CircleCheck } from "lucide-react";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import { cn } from "@/components/ui/cn";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal } from "@/lib/web/format/format-decimal";

/** Amounts of a completed trade, in wei, and its transaction if it is known. */
export function TradeResult({
  chain,
  symbol,
  trade: { side, amountIn, amountOut, hash },
  className,
}: {
  chain: ChainSlug;
  symbol: string;
  trade: { side: TradeSide; amountIn: bigint; amountOut: bigint; hash: string | null };
  className?: string;
}) {
  const [paid, received] = [amountIn, amountOut].map((wei) => formatDecimal(formatWei(wei)));
  return (
    <div
      role="status"
      className={cn("flex items-start gap-3 rounded-control bg-sea p-3.5 text-sm", className)}
    >
      <CircleCheck aria-hidden="true" className="mt-px size-5 shrink-0 text-sea-text" />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-semibold">
          {side === "buy" ? (
            <>
              You bought {received} <bdi>{symbol}</bdi>
            </>
          ) : (
            <>You received {received} ETH</>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
          <span className="wrap-anywhere">
            for {paid} <bdi>{side === "buy" ? "ETH" : symbol}</bdi>
          </span>
          {hash !== null && <CopyableTransactionLink chain={chain} hash={hash} />}
        </p>
      </div>
    </div>
  );
}
