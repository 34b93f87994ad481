"use client";

import Link from "next/link";
import { memo } from "react";
import { usePresets } from "@/components/trade/presets/use-presets";
import { cn } from "@/components/ui/cn";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { quickBuyPath } from "@/lib/web/trade/buy-presets";

/** Opens a token with the reader's first amount in its trade panel. Nothing is sent. */
export const QuickBuy = memo(function QuickBuy({
  token,
  className,
}: {
  token: { chain: ChainSlug; tokenAddress: string; name: string };
  className?: string;
}) {
  const [eth = ""] = usePresets();
  return (
    <Link
      data-slot="quick-buy"
      href={quickBuyPath(token, eth)}
      prefetch={false}
      aria-label={`Buy ${token.name} for ${formatExact(eth)} ETH`}
      title={`Buy for ${formatExact(eth)} ETH`}
      className={cn(
        "relative z-10 grid h-7 place-items-center rounded-md border border-line bg-surface px-2 font-medium text-ink text-xs",
        "hover:border-line-strong hover:bg-raised",
        className,
      )}
    >
      Buy
    </Link>
  );
});
