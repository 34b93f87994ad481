"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { formatUnits } from "viem";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/components/wallet/use-account";
import type { ChainSlug } from "@/lib/domain/chains";
import { formatDecimal, formatExact } from "@/lib/web/format-decimal";
import { configQuery } from "@/lib/web/queries";
import { shortenAddress } from "@/lib/web/shorten-address";
import { holdersQuery, tokenPriceQuery } from "@/lib/web/token-queries";
import { labelOf, shareOf, supplyOf } from "./holders";

const DECIMALS = 18;

/** Who holds the token, largest first, each with their share of what is left of the supply. */
export function HolderList({
  chain,
  address,
  symbol,
}: {
  chain: ChainSlug;
  address: string;
  symbol: string;
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    holdersQuery(chain, address),
  );
  const { data: config } = useQuery(configQuery());
  const contracts = config?.chains.find(({ slug }) => slug === chain)?.contracts ?? null;
  const { data: market } = useQuery(tokenPriceQuery(chain, address));
  const account = useAccount(chain);
  const own = account.status === "present" ? account.address : null;
  const supplyWei = market === undefined ? null : supplyOf(market.price);
  const holders = data?.pages.flatMap((page) => page.holders);
  if (holders === undefined) {
    return error === null ? (
      <Skeleton className="h-72 w-full rounded-card" />
    ) : (
      <ErrorState
        title="The holders can’t be loaded"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  const total = data?.pages[0]?.totalHolders ?? "0";
  if (holders.length === 0) {
    return (
      <Card>
        <EmptyState title="Nobody holds this token">Its whole supply was burned.</EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <p className="border-b px-4 py-2.5 text-faint text-xs">
        {formatDecimal(total)} {total === "1" ? "address holds" : "addresses hold"}{" "}
        <bdi>{symbol}</bdi>
      </p>
      <ol>
        {holders.map(({ id, balance }, index) => {
          const share = supplyWei === null ? null : shareOf(balance, supplyWei);
          const label = labelOf(id, contracts);
          return (
            <li key={id} className="relative border-b px-4 py-2.5 last:border-0">
              <span
                aria-hidden="true"
                className="absolute inset-y-1 left-0 rounded-r-md bg-sea/60"
                style={{ width: `${share ?? 0}%` }}
              />
              <span className="nums relative flex items-center gap-3 text-sm">
                <span className="w-6 shrink-0 text-faint text-xs">{index + 1}</span>
                <span className="flex min-w-0 flex-wrap items-center gap-x-3">
                  <span className="flex items-center whitespace-nowrap font-mono text-xs">
                    <span title={id}>{shortenAddress(id)}</span>
                    <CopyButton
                      text={id}
                      label="Copy address"
                      className="size-7 [&_svg]:size-3.5"
                    />
                  </span>
                  {label !== null && <Badge tone="sea">{label}</Badge>}
                  {id === own && <Badge tone="sea">you</Badge>}
                </span>
                <span
                  className="ml-auto hidden text-muted sm:inline"
                  title={formatUnits(BigInt(balance), DECIMALS)}
                >
                  {formatDecimal(formatUnits(BigInt(balance), DECIMALS))}
                </span>
                <span className="shrink-0 text-right max-sm:ml-auto sm:w-20">
                  {share === null ? "" : `${formatExact(share)} %`}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <div className="border-t p-3 text-center">
          <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? "Loading…" : "More holders"}
          </Button>
        </div>
      )}
    </Card>
  );
}
