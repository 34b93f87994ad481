"use client";

import { HandCoins } from "lucide-react";
import { useSiteName } from "@/components/layout/site-facts";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Spinner } from "@/components/ui/spinner";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { CHAINS } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { type EarningsTotals, earningsRows, earningsTotals, silentChains } from "./earnings-rows";
import { PayoutProgress } from "./payout-progress";
import type { PayoutRun } from "./use-payout";

/** Claimable earnings and the payout button. */
export function PayoutCard({ earnings, payout }: { earnings: EarningsAnswer; payout: PayoutRun }) {
  const siteName = useSiteName();
  const totals = earningsTotals(earnings);
  const [main, test] = totals;
  const silent = silentChains(earnings);
  const rows = earningsRows(earnings);
  const due = rows.filter(({ ready }) => ready !== null && ready !== "0");
  const paying = new Set(
    earnings.payouts.flatMap(({ chain, state }) => (state === "pending" ? [chain] : [])),
  );
  // A payout that its chain's node holds up does not block those on other chains.
  const isPending = paying.size > 0 && due.every(({ chain }) => paying.has(chain));
  const isUnderWay = payout.isRunning || isPending;
  const isNothing = due.length === 0;
  const { minimum, gasFactor } = earnings.terms;
  return (
    <Card data-slot="payout-card" className="p-5 sm:p-6">
      <h2 className="sr-only">Earnings</h2>
      {main !== undefined && <Figures totals={main} />}
      {test !== undefined && !test.isEmpty && (
        <div className="mt-5 border-t pt-4">
          <p className="mb-3 text-faint text-xs">Testnets (no value)</p>
          <Figures totals={test} isSmall />
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          className="h-11 px-5 max-sm:w-full"
          disabled={isUnderWay || isNothing}
          onClick={payout.start}
        >
          {isUnderWay ? <Spinner /> : <HandCoins aria-hidden="true" className="size-4.5" />}
          {isUnderWay ? "Paying out…" : "Pay out all"}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-faint text-xs leading-relaxed">
          {isNothing && !isUnderWay
            ? "Nothing to pay out yet. You earn fees on every trade of your tokens."
            : `Paid to your wallets below. ${siteName} pays the gas. Minimum payout: ${formatDecimal(minimum)} ETH and ${gasFactor}× gas. Smaller amounts stay in your balance.`}
        </p>
      </div>
      {silent.length > 0 && (
        <p role="status" className="mt-3 text-danger text-xs">
          {silent.map((slug) => CHAINS[slug].name).join(", ")} can’t be reached. Earnings there are
          not included.
        </p>
      )}
      <PayoutProgress earnings={earnings} payout={payout} rows={rows} />
    </Card>
  );
}

function Figures({ totals, isSmall = false }: { totals: EarningsTotals; isSmall?: boolean }) {
  const { ready, paid, balance } = totals;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-[1.4fr_1fr_1fr]">
      <div className="max-sm:col-span-2">
        <dt className="text-muted text-sm">Ready to pay out</dt>
        <dd
          className={
            isSmall ? "mt-0.5 font-semibold text-lg" : "mt-0.5 font-bold text-3xl sm:text-4xl"
          }
        >
          <Amount value={ready} unit="ETH" />
        </dd>
      </div>
      <div>
        <dt className="text-muted text-sm">Paid out</dt>
        <dd className={isSmall ? "mt-0.5 font-semibold text-lg" : "mt-1 font-semibold text-xl"}>
          <Amount value={paid} unit="ETH" />
        </dd>
      </div>
      <div>
        <dt className="text-muted text-sm">Managed wallet balance</dt>
        <dd className={isSmall ? "mt-0.5 font-semibold text-lg" : "mt-1 font-semibold text-xl"}>
          <Amount value={balance} unit="ETH" />
        </dd>
      </div>
    </dl>
  );
}
