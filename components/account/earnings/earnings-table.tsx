"use client";

import Link from "next/link";
import { ManagerLink } from "@/components/layout/manager-link";
import { Amount } from "@/components/tokens/amounts/amount";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { CHAINS } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { EarningsRow } from "./earnings-rows";

/** Earnings per token and manager: paid out and claimable. */
export function EarningsTable({ rows }: { rows: readonly EarningsRow[] }) {
  return (
    <Card data-slot="earnings-table" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Earnings by source</h2>
      {rows.length === 0 ? (
        <EmptyState
          title="No earnings yet"
          action={
            <Link href="/launch" className="text-accent-text text-sm underline underline-offset-4">
              Launch a token
            </Link>
          }
        >
          You earn a share of every trade in tokens that were launched for you.
        </EmptyState>
      ) : (
        <table className="mt-3 w-full text-sm">
          <thead>
            <tr className="text-left text-faint text-xs">
              <th scope="col" className="py-1.5 font-normal">
                Token or manager
              </th>
              <th scope="col" className="py-1.5 text-right font-normal max-sm:hidden">
                Paid out
              </th>
              <th scope="col" className="py-1.5 text-right font-normal">
                Ready
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className="border-t">
                <td className="max-w-0 py-2.5 pr-3 sm:w-1/2">
                  <SourceLink row={row} />
                  <span className="mt-0.5 flex flex-wrap items-center gap-1.5 text-faint text-xs">
                    <Badge>{CHAINS[row.chain].name}</Badge>
                    <span title={row.source} className="font-mono">
                      {shortenAddress(row.source)}
                    </span>
                    <span className="nums sm:hidden">
                      paid <Amount value={row.paid} unit="ETH" />
                    </span>
                  </span>
                </td>
                <td className="whitespace-nowrap py-2.5 text-right align-top max-sm:hidden">
                  <Amount value={row.paid} unit="ETH" />
                </td>
                <td className="whitespace-nowrap py-2.5 text-right align-top font-medium">
                  {row.ready === null ? (
                    <span className="text-faint text-xs">unavailable</span>
                  ) : (
                    <Amount value={row.ready} unit="ETH" />
                  )}
                  {row.isBeingPaid && (
                    <span className="block font-normal text-faint text-xs">paying out</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function SourceLink({ row }: { row: EarningsRow }) {
  const { chain, kind, source, title, symbol } = row;
  if (kind === "referral") return <span className="block font-medium">{title}</span>;
  if (kind === "manager") {
    return (
      <ManagerLink chain={chain} address={source} className="line-clamp-2 break-words font-medium">
        {title}
      </ManagerLink>
    );
  }
  return (
    <Link
      href={`/${chain}/${source}`}
      prefetch={false}
      className="line-clamp-2 break-words font-medium underline-offset-4 hover:underline"
    >
      <bdi>{title}</bdi>
      {symbol !== null && (
        <bdi className="ml-1.5 font-mono font-normal text-faint text-xs">{shownSymbol(symbol)}</bdi>
      )}
    </Link>
  );
}
