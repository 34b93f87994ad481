"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import { AddressLink } from "@/components/tokens/address-link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { PagedList } from "@/components/ui/lists/paged-list";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import { showPercent } from "@/lib/web/format/percent";
import { holdersQuery } from "@/lib/web/token/activity-queries";
import { safetyQuery } from "@/lib/web/token/safety-queries";
import { labelOf, shareOfSupply } from "../facts/holders";

type HolderListProps = {
  chain: ChainSlug;
  address: string;
  symbol: string;
};

/** Holders, largest first, with their share of the current supply. */
export function HolderList({ chain, address, symbol }: HolderListProps) {
  const query = useInfiniteQuery(holdersQuery(chain, address));
  const contracts = useChainConfig(chain)?.contracts ?? null;
  const { data: safety } = useQuery(safetyQuery(chain, address));
  const own = useOwnAddresses(chain);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.holders}
      keyOf={({ id }) => id}
      failure="Could not load holders"
      empty={{ title: "No holders", text: "The entire supply was burned." }}
      more="Load more"
    >
      {({ items: holders, first: { totalHolders: total }, moreButton }) => (
        <Card>
          <p className="border-b px-4 py-2.5 text-faint text-xs">
            {formatDecimal(total)} {total === "1" ? "address holds" : "addresses hold"}{" "}
            <bdi>{symbol}</bdi>
          </p>
          <ol>
            {holders.map((holder, index) => (
              <HolderRow
                key={holder.id}
                chain={chain}
                holder={holder}
                rank={index + 1}
                share={
                  safety === undefined ? null : shareOfSupply(holder.balance, safety.supply.current)
                }
                label={labelOf(holder.id, contracts)}
                isOwn={own.some(({ address: one }) => one === holder.id)}
              />
            ))}
          </ol>
          {moreButton}
        </Card>
      )}
    </PagedList>
  );
}

function HolderRow({
  chain,
  holder: { id, balance },
  rank,
  share,
  label,
  isOwn,
}: {
  chain: ChainSlug;
  holder: { id: string; balance: string };
  rank: number;
  /** Percent of the supply; null while it is unknown. */
  share: number | null;
  label: string | null;
  isOwn: boolean;
}) {
  const amount = formatWei(BigInt(balance));
  return (
    <li className="relative border-b px-4 py-2.5 last:border-0">
      <span
        aria-hidden="true"
        className="absolute inset-y-1 left-0 rounded-r-md bg-sea/60"
        style={{ width: `${share ?? 0}%` }}
      />
      <span className="nums relative flex items-center gap-3 text-sm">
        <span className="w-6 shrink-0 text-faint text-xs">{rank}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="flex items-center whitespace-nowrap font-mono text-xs">
            <AddressLink chain={chain} address={id} />
            <CopyButton text={id} label="Copy address" className="size-7 [&_svg]:size-3.5" />
          </span>
          {label !== null && <Badge tone="sea">{label}</Badge>}
          {isOwn && <Badge tone="sea">you</Badge>}
        </span>
        <span className="ml-auto hidden text-muted sm:inline" title={formatExact(amount)}>
          {formatDecimal(amount)}
        </span>
        <span className="shrink-0 text-right max-sm:ml-auto sm:w-20">
          {share === null ? "" : showPercent(share)}
        </span>
      </span>
    </li>
  );
}
