"use client";

import { problemOf } from "@/lib/web/trade/explained";
import { CostConsent } from "../cost-consent";
import { formatBps } from "../format-bps";
import { TradeProblemNote } from "../trade-problem-note";
import type { Order } from "./use-order";

/** Why a quote failed, that it is worse than the user has seen, and the consent to its price impact. */
export function QuoteWarnings({ order }: { order: Order }) {
  const { state, problem, level, quote } = order;
  return (
    <>
      {state === "failed" && problem !== null && (
        <TradeProblemNote problem={problemOf(problem)} chain={order.chain} />
      )}
      {state === "worse" && (
        <p role="status" className="mt-3 px-1 text-danger text-xs">
          The price has changed: you would receive less than the minimum that was shown.
        </p>
      )}
      {level === "severe" && state === "fresh" && !order.isBusy && !order.isTooMuch && (
        <CostConsent
          title={`Price impact: ${formatBps(quote?.priceImpactBps ?? 0)}`}
          text="Liquidity is low for this amount. I accept the price impact."
          accepted={order.impactAccepted}
          onAccepted={order.acceptImpact}
        />
      )}
    </>
  );
}
