"use client";

import { useQuery } from "@tanstack/react-query";
import { AddressLink } from "@/components/tokens/address-link";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { TermRow } from "@/components/ui/term-row";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { showPercent } from "@/lib/web/format/percent";
import { safetyQuery } from "@/lib/web/token/safety-queries";
import { tokenDetailsQuery } from "@/lib/web/token/token-queries";
import { shareOfSupply } from "./holders";

/**
 * The creator's purchase at launch and current holding; nothing for a launch without a first buy.
 */
export function CreatorHolding({
  chain,
  address,
  symbol,
}: {
  chain: ChainSlug;
  address: string;
  symbol: string;
}) {
  const { data } = useQuery(tokenDetailsQuery(chain, address));
  const { data: safety } = useQuery(safetyQuery(chain, address));
  const firstBuy = data?.firstBuy ?? null;
  if (firstBuy === null) return null;
  const { creator, ethIn, supplyPercentage, balance } = firstBuy;
  const held = formatDecimal(formatWei(BigInt(balance)));
  return (
    <Card data-slot="creator-holding" className="p-4 text-sm sm:p-5">
      <h2 className="font-semibold">Creator holding</h2>
      <p className="mt-1 text-muted">
        The creator bought {showPercent(supplyPercentage)} of the supply for {formatExact(ethIn)}{" "}
        ETH in the transaction of the launch.
      </p>
      <dl className="mt-3 grid gap-1.5 border-t pt-3">
        <TermRow title="Holds now" className="flex-wrap items-center" valueClassName="nums min-w-0">
          {held} <bdi>{symbol}</bdi>
          {safety !== undefined &&
            ` (${showPercent(shareOfSupply(balance, safety.supply.current))})`}
        </TermRow>
        <TermRow title="Creator" className="flex-wrap items-center" valueClassName="nums min-w-0">
          <span className="inline-flex items-center gap-0.5 font-mono text-muted text-xs">
            <AddressLink chain={chain} address={creator} />
            <CopyButton text={creator} label="Copy address" className="size-7 [&_svg]:size-3.5" />
          </span>
        </TermRow>
      </dl>
    </Card>
  );
}
