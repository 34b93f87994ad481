"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import { explainAmount, parseAmount, spendableWei } from "@/lib/features/trade/rules/amounts";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { impactLevel, minimumReceived, tokensWorthWei } from "@/lib/features/trade/rules/figures";
import { type Slippage, slippageBps } from "@/lib/features/trade/rules/slippage";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { configQuery } from "@/lib/web/queries";
import { problemOf } from "@/lib/web/trade/explained";
import type { TradeQuote } from "@/lib/web/trade/quote-trade";
import { accountTradeDraft } from "@/lib/web/trade/run/account-trade-draft";
import { nextAction, type TradeAction } from "@/lib/web/trade/run/next-action";
import { balancesQuery, gasPriceQuery } from "@/lib/web/trade/trade-queries";
import type { TradingAccount } from "../wallet/use-account";
import { AccountChoice } from "./account/account-choice";
import { useTradingAccount } from "./account/use-trading-account";
import { AmountField } from "./amount-field";
import { ImpactConsent } from "./price-impact-warning";
import { QuoteDetails } from "./quote-details";
import { ReferralNote } from "./referral-note";
import { TradeAccountNote } from "./trade-account-note";
import { TradeButton } from "./trade-button";
import { useQuote } from "./use-quote";
import type { TradeRun } from "./use-trade";

type TradeFormProps = {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  symbol: string;
  /** Percentage of the ordinary fee for referrers, and its recipient. */
  referralShare: number;
  referrer: `0x${string}` | null;
  side: TradeSide;
  text: string;
  onText: (text: string) => void;
  slippage: Slippage;
  deadlineMinutes: number;
  trade: TradeRun;
};

const parts = () => import("./trade-progress");
const TradeProblemNote = dynamic(() => parts().then((module) => module.TradeProblemNote), {
  ssr: false,
});
const TradeProgress = dynamic(() => parts().then((module) => module.TradeProgress), {
  ssr: false,
  loading: () => <p className="mt-4 text-muted text-sm">Preparing trade…</p>,
});

/** How often the ETH/USD rate is read again. */
const RATE_INTERVAL_MS = 60_000;

/** One side of the panel: amount, quote and the action button. */
export function TradeForm(props: TradeFormProps) {
  const { side, symbol, text, onText, trade, tokenAddress, deadlineMinutes } = props;
  const referrer = props.referrer ?? undefined;
  const order = useOrder(props);
  const { config, action, parsed, minimumOut } = order;
  const isDeliberate = useDeliberate(action.do);
  usePartsOf(text);
  const isBusy = trade.isRunning || trade.isUndecided;
  const change = (next: string) => {
    if (!isBusy && (trade.problem !== null || trade.outcome !== null)) trade.clear();
    onText(next);
  };
  const go = () => {
    if (config === undefined || parsed === null || minimumOut === null) return;
    if (order.managed && order.address !== null) {
      accountTradeDraft.write({
        accountId: order.accountId ?? "",
        chain: props.chain,
        tokenAddress,
        side,
        amountIn: `${parsed}`,
        minAmountOut: `${minimumOut}`,
        wallet: order.address,
        referrer: props.referrer,
        deadlineMinutes,
        requestId: crypto.randomUUID(),
        confirmed: null,
      });
      return;
    }
    trade.start(
      { side, token: tokenAddress, amountIn: parsed, minimumOut, deadlineMinutes, referrer },
      config,
    );
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (action.do === "trade" && !isBusy && isDeliberate()) go();
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
        <Progress form={props} order={order} onRetry={go} />
      </PartBoundary>
      {!isBusy && (
        <TradeButton
          action={action}
          chain={props.chain}
          config={config}
          address={order.address}
          onRequote={order.renew}
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
      <ReferralNote
        referralShare={props.referralShare}
        referrer={props.referrer}
        account={order.account}
      />
    </form>
  );
}

/** The quote of the typed amount, and the action of the button. */
function useOrder({ chain, tokenAddress, symbol, side, text, slippage, trade }: TradeFormProps) {
  const { data: config } = useQuery({ ...configQuery(), refetchInterval: RATE_INTERVAL_MS });
  const facts = config?.chains.find(({ slug }) => slug === chain);
  const { account, options, accountId, canSignIn } = useTradingAccount(chain);
  const address = account.status === "present" ? account.address : null;
  const managed = account.status === "present" && account.kind === "managed";
  const { available, spendable } = useFunds({ chain, tokenAddress, side, address, managed });

  const mark = decimalMark();
  const parsed = parseAmount(text, mark);
  const amountIn = parsed ?? (explainAmount(text, mark) === null ? null : "invalid");
  const isTooMuch = parsed !== null && spendable !== null && parsed > spendable;

  const { quote, state, problem, dataUpdatedAt, renew } = useQuote({
    chain,
    facts,
    side,
    token: tokenAddress,
    amountIn: parsed,
    paused: trade.isRunning,
  });
  const level = impactLevel(quote?.priceImpactBps ?? 0);
  const allowedBps = slippageBps(slippage, quote?.priceImpactBps ?? 0);
  const minimumOut = quote === null ? null : minimumReceived(quote.amountOut, allowedBps);

  // The confirmation applies to one amount; another amount requires a new one.
  const [acceptedFor, setAcceptedFor] = useState<string | null>(null);
  const impactAccepted = acceptedFor === text;

  const action = nextAction({
    side,
    symbol,
    account: statusOf(account),
    sandbox: facts?.sandbox ?? false,
    canSignIn,
    managed,
    chainName: CHAINS[chain].name,
    amountIn,
    available: spendable,
    quote: state,
    impact: level,
    impactAccepted,
  });
  const shownQuote = state === "none" || state === "failed" ? null : quote;
  const ethUsd = facts?.ethUsd?.value ?? null;
  const quoted = { quote, state, problem, dataUpdatedAt, renew, level, allowedBps, minimumOut };
  const funds = { account, options, accountId, canSignIn, address, managed };
  return {
    config,
    facts,
    ethUsd,
    parsed,
    shownQuote,
    ...quoted,
    ...funds,
    available,
    spendable,
    isTooMuch,
    impactAccepted,
    setAcceptedFor,
    action,
  };
}

/** ETH that the tokens are worth at the pool's price before the trade; null while it is unknown. */
function worthOf(quote: TradeQuote | null, tokens: bigint | null): bigint | null {
  return quote === null || tokens === null ? null : tokensWorthWei(quote.sqrtPriceX96, tokens);
}

function statusOf(account: TradingAccount) {
  if (account.status !== "present") return account.status;
  return account.kind === "wallet" && !account.onChain ? "wrong_chain" : "ready";
}

/**
 * The account's balance of the spent currency; null while unknown. Gas is paid from the same ETH.
 */
function useFunds({
  chain,
  tokenAddress,
  side,
  address,
  managed,
}: Pick<TradeFormProps, "chain" | "tokenAddress" | "side"> & {
  address: `0x${string}` | null;
  managed: boolean;
}) {
  const balances = useQuery({
    ...balancesQuery(chain, address ?? tokenAddress, tokenAddress),
    enabled: address !== null,
  });
  const gasPrice = useQuery({ ...gasPriceQuery(chain), enabled: address !== null });
  const held = side === "buy" ? balances.data?.ethWei : balances.data?.tokens;
  const available = address === null || held === undefined ? null : held;
  const spendable =
    available === null
      ? null
      : side === "sell"
        ? available
        : gasPrice.data === undefined
          ? null
          : spendableWei(available, gasPrice.data, managed);
  return { available, spendable };
}

type PartProps = { form: TradeFormProps; order: ReturnType<typeof useOrder> };

function Priced({ form, order }: PartProps) {
  const { chain, side, symbol, text, slippage, trade } = form;
  const { quote, state, problem, level, impactAccepted } = order;
  return (
    <>
      <QuoteDetails
        side={side}
        symbol={symbol}
        quote={quote}
        state={state}
        updatedAt={order.dataUpdatedAt}
        paused={trade.isRunning}
        minimumOut={order.minimumOut}
        ethUsd={order.ethUsd}
        slippageBps={order.allowedBps}
        isAuto={slippage === "auto"}
        level={level}
      />
      {state === "failed" && problem !== null && (
        <TradeProblemNote problem={problemOf(problem)} chain={chain} sandbox={false} />
      )}
      {level === "severe" && state === "fresh" && !trade.isRunning && !order.isTooMuch && (
        <ImpactConsent
          priceImpactBps={quote?.priceImpactBps ?? 0}
          accepted={impactAccepted}
          onAccepted={(accepted) => order.setAcceptedFor(accepted ? text : null)}
        />
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
      sandbox={order.facts?.sandbox ?? true}
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
    if (before.current === "requote" && now === "trade") changedAt.current = performance.now();
    before.current = now;
  }, [now]);
  return () => performance.now() - changedAt.current > MISCLICK_MS;
}
