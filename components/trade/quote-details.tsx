"use client";

import { ArrowDown } from "lucide-react";
import dynamic from "next/dynamic";
import { Amount } from "@/components/tokens/amounts/amount";
import { Dollars } from "@/components/tokens/amounts/dollars";
import { cn } from "@/components/ui/cn";
import { inPart, PartFailed } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { TRADING_FEE_BPS } from "@/lib/features/fees/rules/fee-flow";
import type { LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import {
  type ImpactLevel,
  impactLevel,
  protectionFeeWei,
  tokensWorthWei,
} from "@/lib/features/trade/rules/figures";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";
import type { TradeQuote } from "@/lib/web/trade/quote-trade";
import type { QuoteState } from "@/lib/web/trade/run/next-action";
import { formatBps } from "./format-bps";
import { QuoteRow } from "./quote/quote-row";
import { RefreshRing } from "./refresh-ring";

const ProtectionRow = inPart(
  dynamic(() => import("./quote/protection-row").then((module) => module.ProtectionRow), {
    ssr: false,
    loading: () => <QuoteRow title="Launch protection">{DASH}</QuoteRow>,
  }),
  <QuoteRow title="Launch protection">
    <PartFailed />
  </QuoteRow>,
);

const IMPACT_TONES = {
  none: "",
  notable: "text-accent-text",
  severe: "font-semibold text-danger",
} as const satisfies Record<ImpactLevel, string>;

type QuoteDetailsProps = {
  side: TradeSide;
  symbol: string;
  quote: TradeQuote | null;
  state: QuoteState;
  updatedAt: number;
  /** No new quotes are fetched while a trade is running. */
  paused: boolean;
  minimumOut: bigint | null;
  /** Dollars per ETH; null without a feed. */
  ethUsd: string | null;
  slippageBps: number;
  isAuto: boolean;
  level: ImpactLevel;
  /** Of the token; null without it. */
  protection: LaunchProtection | null;
};

/** Quote details: output, price impact and fee. Rows keep their place while loading. */
export function QuoteDetails(props: QuoteDetailsProps) {
  const { side, symbol, quote, state, minimumOut, slippageBps, isAuto, level, ethUsd } = props;
  const protection = side === "buy" ? props.protection : null;
  const unit = side === "buy" ? symbol : "ETH";
  const shown = state === "none" || state === "failed" ? null : quote;
  const surplusWei = shown === null ? 0n : protectionFeeWei(shown, TRADING_FEE_BPS);
  const worth = (received: bigint, of: TradeQuote) =>
    side === "sell" ? received : tokensWorthWei(of.sqrtPriceX96, received);
  return (
    <>
      <Received
        {...props}
        shown={shown}
        unit={unit}
        valueWei={shown === null ? null : worth(shown.amountOut, shown)}
      />
      <dl className="mt-3 grid gap-1.5 px-1 text-[0.8125rem]">
        <QuoteRow title="Price impact">
          {shown === null ? (
            DASH
          ) : (
            <span className={cn("nums", IMPACT_TONES[level])}>
              {formatBps(shown.priceImpactBps)}
            </span>
          )}
        </QuoteRow>
        <QuoteRow
          title={
            shown === null ? (
              "Fee"
            ) : (
              <span className={IMPACT_TONES[impactLevel(shown.feeBps)]}>
                Fee ({formatBps(shown.feeBps)})
              </span>
            )
          }
        >
          {shown === null ? (
            DASH
          ) : (
            <>
              <Dollars wei={shown.feeWei} ethUsd={ethUsd} />
              <Amount value={formatWei(shown.feeWei)} unit="ETH" />
            </>
          )}
        </QuoteRow>
        {(surplusWei > 0n || protection !== null) && (
          <ProtectionRow terms={protection} addedWei={surplusWei} />
        )}
        <QuoteRow title="Max slippage">
          {shown === null ? (
            DASH
          ) : (
            <span className="nums">
              {formatBps(slippageBps)}{" "}
              {isAuto && <span className="font-normal text-faint">auto</span>}
            </span>
          )}
        </QuoteRow>
        <QuoteRow title="Minimum received">
          {shown === null || minimumOut === null ? (
            DASH
          ) : (
            <>
              <Dollars wei={worth(minimumOut, shown)} ethUsd={ethUsd} />
              <Amount value={formatWei(minimumOut)} unit={unit} />
            </>
          )}
        </QuoteRow>
      </dl>
    </>
  );
}

function Received({
  state,
  updatedAt,
  paused,
  ethUsd,
  shown,
  unit,
  valueWei,
}: Pick<QuoteDetailsProps, "state" | "updatedAt" | "paused" | "ethUsd"> & {
  shown: TradeQuote | null;
  unit: string;
  /** ETH that the output is worth at the pool's price. */
  valueWei: bigint | null;
}) {
  return (
    <div className="relative mt-1.5 rounded-control border border-line bg-canvas px-3.5 py-3">
      <span className="-top-3.5 -translate-x-1/2 absolute left-1/2 grid size-6 place-items-center rounded-full border border-line bg-surface">
        <ArrowDown aria-hidden="true" className="size-3.5 text-muted" />
      </span>
      <div className="flex h-4 items-center justify-between text-muted text-xs">
        <span className="flex gap-2">
          You receive <Dollars wei={valueWei} ethUsd={ethUsd} />
        </span>
        {(state === "fresh" || state === "worse") && !paused && (
          <RefreshRing updatedAt={updatedAt} />
        )}
      </div>
      <div className="mt-1 flex h-9 items-center justify-between gap-3">
        <output
          aria-live="polite"
          aria-label="You receive"
          className={cn(
            "nums min-w-0 truncate font-semibold text-[1.75rem] tracking-tight",
            (shown === null || state === "expired") && "text-faint",
            state === "loading" && shown !== null && "opacity-60",
          )}
        >
          {shown !== null ? (
            <span title={formatExact(formatWei(shown.amountOut))}>
              {formatDecimal(formatWei(shown.amountOut))}
            </span>
          ) : state === "loading" ? (
            <Skeleton className="h-7 w-32" />
          ) : (
            "0"
          )}
        </output>
        <span className="max-w-[45%] shrink-0 truncate rounded-full bg-raised px-2.5 py-1 font-mono text-sm">
          <bdi>{unit}</bdi>
        </span>
      </div>
    </div>
  );
}

const DASH = (
  <span aria-hidden="true" className="text-faint">
    –
  </span>
);
