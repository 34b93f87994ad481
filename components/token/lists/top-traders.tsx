"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Profit } from "@/components/portfolio/profit";
import { useOwnAddresses } from "@/components/portfolio/use-own-addresses";
import { AddressLink } from "@/components/tokens/address-link";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { PagedList } from "@/components/ui/lists/paged-list";
import type { TokenTraders } from "@/lib/features/market/schema/positions";
import type { ChainSlug } from "@/lib/shared/chains";
import { tradersQuery } from "@/lib/web/token/activity-queries";

const CELL = "px-2 py-2.5 text-right whitespace-nowrap sm:px-4";
const HEADINGS = [
  { title: "Bought", isWide: true },
  { title: "Sold", isWide: true },
  { title: "Realized", isWide: false },
  { title: "Unrealized", isWide: false },
] as const;

type TopTradersProps = { chain: ChainSlug; address: string; symbol: string };

/** Traders of a token by realized profit. */
export function TopTraders({ chain, address, symbol }: TopTradersProps) {
  const query = useInfiniteQuery(tradersQuery(chain, address));
  const own = useOwnAddresses(chain);
  const rate = useEthRate(chain);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.traders}
      keyOf={({ address }) => address}
      failure="Could not load traders"
      empty={{ title: "No traders yet", text: "Traders appear after the first trade." }}
      more="Load more"
    >
      {({ items: traders, moreButton }) => (
        <Card className="overflow-x-auto">
          <p className="border-b px-3 py-2.5 text-faint text-xs sm:px-4">
            By realized profit · average cost, fees included
          </p>
          <table className="nums w-full text-sm">
            <caption className="sr-only">Top traders of {symbol}</caption>
            <thead>
              <tr className="border-b text-faint text-xs">
                <th scope="col" className={cn(CELL, "text-left font-normal")}>
                  Trader
                </th>
                {HEADINGS.map(({ title, isWide }) => (
                  <th
                    key={title}
                    scope="col"
                    className={cn(CELL, "font-normal", isWide && "hidden sm:table-cell")}
                  >
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {traders.map((trader) => (
                <TraderRow
                  key={trader.address}
                  chain={chain}
                  trader={trader}
                  rate={rate}
                  isOwn={own.some((one) => one.address === trader.address)}
                />
              ))}
            </tbody>
          </table>
          {moreButton}
        </Card>
      )}
    </PagedList>
  );
}

function TraderRow({
  chain,
  trader,
  rate,
  isOwn,
}: {
  chain: ChainSlug;
  trader: TokenTraders["traders"][number];
  rate: EthRate;
  isOwn: boolean;
}) {
  return (
    <tr className="border-b last:border-0 hover:bg-raised/60">
      <td className={cn(CELL, "text-left")}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-mono text-xs">
          <AddressLink chain={chain} address={trader.address} />
          {isOwn && <Badge tone="sea">you</Badge>}
          {trader.isCreator && <Badge tone="sea">creator</Badge>}
        </span>
        <span className="mt-1 block text-faint text-xs sm:hidden">
          Bought <Money eth={trader.paidETH} rate={rate} />
          <br />
          Sold <Money eth={trader.proceedsETH} rate={rate} />
        </span>
      </td>
      <td className={cn(CELL, "hidden sm:table-cell")}>
        <Money eth={trader.paidETH} rate={rate} />
      </td>
      <td className={cn(CELL, "hidden sm:table-cell")}>
        <Money eth={trader.proceedsETH} rate={rate} />
      </td>
      <td className={CELL}>
        <Profit eth={trader.realizedETH} rate={rate} />
      </td>
      <td className={CELL}>
        <Profit eth={trader.unrealizedETH} rate={rate} />
      </td>
    </tr>
  );
}
