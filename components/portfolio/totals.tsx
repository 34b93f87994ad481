"use client";

import type { ReactNode } from "react";
import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { AddressPositions } from "@/lib/features/market/schema/positions";
import { Profit, ProfitPercent } from "./profit";

type Known = AddressPositions["totals"];

/** Value and profit of all positions of an address; placeholders until they are known. */
export function Totals({ totals, rate }: { totals: Known | null; rate: EthRate }) {
  const show = (content: (known: Known) => ReactNode) =>
    totals === null ? <Skeleton className="my-0.5 h-5 w-24" /> : content(totals);
  return (
    <Card data-slot="portfolio-totals" aria-busy={totals === null} className="p-4 sm:p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Figure title="Value">
          {show(({ valueETH }) => (
            <Money eth={valueETH} rate={rate} />
          ))}
        </Figure>
        <Figure title="Cost">
          {show(({ costETH }) => (
            <Money eth={costETH} rate={rate} />
          ))}
        </Figure>
        <Figure title="Unrealized">
          {show(({ unrealizedETH, costETH }) => (
            <>
              <Profit eth={unrealizedETH} rate={rate} />{" "}
              <ProfitPercent profit={unrealizedETH} cost={costETH} />
            </>
          ))}
        </Figure>
        <Figure title="Realized">
          {show(({ realizedETH }) => (
            <Profit eth={realizedETH} rate={rate} />
          ))}
        </Figure>
      </dl>
      {totals !== null && !totals.isComplete && (
        <p className="mt-3 text-faint text-xs">
          Totals of the 1,001 positions that changed most recently.
        </p>
      )}
    </Card>
  );
}

export function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{title}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}
