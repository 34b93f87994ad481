"use client";

import type { ReactNode } from "react";
import { Money } from "@/components/tokens/amounts/money";
import type { EthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import type { AddressPositions } from "@/lib/features/market/schema/positions";
import { Profit, ProfitPercent } from "./profit";

/** Value and profit of all positions of an address. */
export function Totals({ totals, rate }: { totals: AddressPositions["totals"]; rate: EthRate }) {
  return (
    <Card data-slot="portfolio-totals" className="p-4 sm:p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Figure title="Value">
          <Money eth={totals.valueETH} rate={rate} />
        </Figure>
        <Figure title="Cost">
          <Money eth={totals.costETH} rate={rate} />
        </Figure>
        <Figure title="Unrealized">
          <Profit eth={totals.unrealizedETH} rate={rate} />{" "}
          <ProfitPercent profit={totals.unrealizedETH} cost={totals.costETH} />
        </Figure>
        <Figure title="Realized">
          <Profit eth={totals.realizedETH} rate={rate} />
        </Figure>
      </dl>
      {!totals.isComplete && (
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
