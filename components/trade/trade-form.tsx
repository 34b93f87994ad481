"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";
import { inPart, PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import type { LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { tokensWorthWei } from "@/lib/features/trade/rules/figures";
import type { Slippage } from "@/lib/features/trade/rules/slippage";
import type { ChainSlug } from "@/lib/shared/chains";
import { randomUuid } from "@/lib/web/random-uuid";
import type { TradeQuote } from "@/lib/web/trade/quote-trade";
import { accountTrades } from "@/lib/web/trade/run/account-trade-draft";
import type { TradeAction } from "@/lib/web/trade/run/next-action";
import { AccountChoice } from "./account/account-choice";
import { AmountField } from "./amount-field";
import { type Order, useOrder } from "./order/use-order";
import { QuoteDetails } from "./quote-details";
import { TradeAccountNote } from "./trade-account-note";
import { TradeButton } from "./trade-button";
import type { TradeRun } from "./use-trade";

type TradeFormProps = {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  symbol: string;
  /** Percentage of the trading fee for referrers, and its recipient. */
  referralShare: number;
  referrer: `0x${string}` | null;
  /** Launch protection of the token; null without it. */
  protection: LaunchProtection | null;
  side: TradeSide;
  text: string;
  onText: (text: string) => void;
  slippage: Slippage;
  deadlineMinutes: number;
  trade: TradeRun;
};

const ReferralNote = inPart(
  dynamic(() => import("./referral-note").then((module) => module.ReferralNote), {
    ssr: false,
  }),
);
const parts = () => import("./trade-progress");
const QuoteWarnings = dynamic(() => parts().then((module) => module.QuoteWarnings), {
  ssr: false,
});
const TradeProgress = dynamic(() => parts().then((module) => module.TradeProgress), {
  ssr: false,
  loading: () => <p className="mt-4 text-muted text-sm">Preparing trade…</p>,
});

/** One side of the panel: amount, quote and the action button. */
export function TradeForm(props: TradeFormProps) {
  const { side, symbol, text, onText, trade, tokenAddress, deadlineMinutes } = props;
  const referrer = props.referrer ?? undefined;
  const isBusy = trade.isRunning || trade.isUndecided;
  const order = useOrder({ ...props, isBusy });
  const { config, action, parsed, minimumOut } = order;
  const isDeliberate = useDeliberate(action.do);
  usePartsOf(text);
  const change = (next: string) => {
    if (!isBusy && (trade.problem !== null || trade.outcome !== null)) trade.clear();
    onText(next);
  };
  const go = () => {
    const { address } = order;
    if (config === undefined || parsed === null || minimumOut === null || address === null) return;
    if (order.managed) {
      accountTrades.add({
        accountId: order.accountId ?? "",
        chain: props.chain,
        tokenAddress,
        side,
        amountIn: `${parsed}`,
        minAmountOut: `${minimumOut}`,
        slippageBps: order.allowedBps,
        at: Date.now(),
        wallet: address,
        referrer: props.referrer,
        deadlineMinutes,
        requestId: randomUuid(),
        confirmed: null,
      });
      return;
    }
    trade.start(
      { side, token: tokenAddress, amountIn: parsed, minimumOut, deadlineMinutes, referrer },
      { config, account: address },
    );
  };

  const submit = () => {
    if (action.do === "trade" && !isBusy && isDeliberate()) go();
  };
  // A rejected or failed trade is repeated with the current order only, and with all confirmations.
  const retry = () => (action.do === "trade" ? submit() : trade.clear());

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        side={side}
        symbol={symbol}
        text={text}
        onText={change}
        balance={order.available}
        spendable={order.spendable}
        disabled={isBusy}
        isTooMuch={order.isTooMuch}
        valueWei={side === "buy" ? parsed : worthOf(order.shownQuote, parsed)}
        ethUsd={order.ethUsd}
      />
      <PartBoundary fallback={<PartFailed />}>
        <Priced form={props} order={order} />
        <Progress form={props} order={order} onRetry={retry} />
      </PartBoundary>
      {!isBusy && (
        <TradeButton
          action={action}
          chain={props.chain}
          config={config}
          address={order.address}
          onRequote={order.renew}
          onAccept={order.accept}
        />
      )}
      {!order.managed && <TradeAccountNote account={order.account} />}
      <AccountChoice
        chain={props.chain}
        account={order.account}
        options={order.options}
        canSignIn={order.canSignIn}
        disabled={isBusy}
      />
      {props.referralShare > 0 && (
        <ReferralNote
          referralShare={props.referralShare}
          referrer={props.referrer}
          account={order.account}
        />
      )}
    </form>
  );
}

/** ETH that the tokens are worth at the pool's price before the trade; null while it is unknown. */
function worthOf(quote: TradeQuote | null, tokens: bigint | null): bigint | null {
  return quote === null || tokens === null ? null : tokensWorthWei(quote.sqrtPriceX96, tokens);
}

type PartProps = { form: TradeFormProps; order: Order };

function Priced({ form, order }: PartProps) {
  const { side, symbol, slippage } = form;
  const { quote, state, level, isBusy } = order;
  return (
    <>
      <QuoteDetails
        side={side}
        symbol={symbol}
        quote={quote}
        state={state}
        updatedAt={order.dataUpdatedAt}
        paused={isBusy}
        minimumOut={order.minimumOut}
        ethUsd={order.ethUsd}
        slippageBps={order.allowedBps}
        isAuto={slippage === "auto"}
        level={level}
        protection={form.protection}
      />
      {(state === "failed" || state === "worse" || level === "severe") && (
        <QuoteWarnings order={order} />
      )}
    </>
  );
}

function Progress({ form, order, onRetry }: PartProps & { onRetry: () => void }) {
  const { chain, symbol, side, trade } = form;
  if (trade.side !== side) return null;
  if (!trade.isRunning && trade.outcome === null && trade.problem === null) return null;
  return (
    <TradeProgress
      chain={chain}
      symbol={symbol}
      trade={trade}
      onRetry={onRetry}
      onRequote={() => {
        trade.clear();
        order.renew();
      }}
    />
  );
}

/** Loads what a quote or a trade shows as soon as there is an amount, so that a trade never waits for it. */
function usePartsOf(text: string): void {
  const isWanted = text !== "";
  useEffect(() => {
    // Code that fails to load is never loaded again; without a connection, no trade needs it.
    if (isWanted && navigator.onLine) void parts();
  }, [isWanted]);
}

/** A click this soon was meant for the previous label. */
const MISCLICK_MS = 500;

/**
 * Whether a click is meant for the current label. A quote that refreshes automatically turns
 * "Accept the new price" into "Buy" under the pointer.
 */
function useDeliberate(now: TradeAction["do"]): () => boolean {
  const before = useRef(now);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wasPrice = before.current === "requote" || before.current === "accept";
    if (wasPrice && now === "trade") changedAt.current = performance.now();
    before.current = now;
  }, [now]);
  return () => performance.now() - changedAt.current > MISCLICK_MS;
}
