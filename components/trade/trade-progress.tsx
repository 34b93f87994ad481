"use client";

import { Check } from "lucide-react";
import { CopyableTransactionLink } from "@/components/tokens/copyable-transaction-link";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { detailOf } from "@/lib/features/trade/rules/problems";
import type { TradeStepId } from "@/lib/features/trade/rules/trade-steps";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TradeProblem } from "@/lib/web/trade/explain-trade-error";
import type { StepState, TradeStep } from "@/lib/web/trade/run/run-trade";
import { QuoteWarnings } from "./order/quote-warnings";
import { TradeProblemNote } from "./trade-problem-note";
import { TradeResult } from "./trade-result";
import type { TradeRun } from "./use-trade";

/** The form shows them for a quote, from the same file. */
export { QuoteWarnings };

type TradeProgressProps = {
  chain: ChainSlug;
  symbol: string;
  trade: TradeRun;
  onRetry: () => void;
  onRequote: () => void;
};

/** Steps of a running trade, then its result, or the error and the next step. */
export function TradeProgress({ chain, symbol, trade, onRetry, onRequote }: TradeProgressProps) {
  const { outcome, problem, steps } = trade;
  if (outcome !== null) {
    return <TradeResult chain={chain} symbol={symbol} trade={outcome} className="mt-4" />;
  }
  if (problem !== null) {
    return (
      <Problem
        problem={problem}
        chain={chain}
        trade={trade}
        onRetry={onRetry}
        onRequote={onRequote}
      />
    );
  }
  return (
    <>
      <Steps chain={chain} symbol={symbol} trade={trade} />
      <p role="status" className="sr-only">
        {spoken(steps, trade.side, symbol)}
      </p>
    </>
  );
}

function Steps({ chain, symbol, trade }: Omit<TradeProgressProps, "onRetry" | "onRequote">) {
  const { steps } = trade;
  return (
    <ol
      aria-label="Trade progress"
      className="mt-4 grid gap-3 rounded-control border border-line bg-canvas p-3.5"
    >
      {steps.length === 0 && (
        <li className="flex flex-wrap items-center gap-3 text-muted text-sm">
          <Spinner className="size-5 text-sea-text" />
          Preparing trade…
          <StopWaiting onStop={trade.stop} className="-ml-2 px-2" />
        </li>
      )}
      {steps.map((step) => (
        <Step
          key={step.id}
          step={step}
          title={titleOf(step.id, trade.side, symbol)}
          chain={chain}
          onStop={trade.stop}
        />
      ))}
    </ol>
  );
}

function Problem({
  problem,
  chain,
  trade,
  onRetry,
  onRequote,
}: {
  problem: TradeProblem;
  chain: ChainSlug;
  trade: TradeRun;
  onRetry: () => void;
  onRequote: () => void;
}) {
  const isApproved = trade.steps.some(({ id, hash, state }) => {
    return id !== "trade" && hash !== null && state === "done";
  });
  const explained = { ...problem, detail: detailOf(problem.code, isApproved) };
  return (
    <TradeProblemNote problem={explained} chain={chain}>
      {problem.next === "retry" && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
      {problem.next === "requote" && (
        <Button size="small" onClick={onRequote}>
          Accept the new price
        </Button>
      )}
      {problem.next === "watch" && (
        <Button size="small" onClick={trade.watch}>
          Keep waiting
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={trade.clear}>
        Dismiss
      </Button>
    </TradeProblemNote>
  );
}

function Step({
  step: { state, hash },
  title,
  chain,
  onStop,
}: {
  step: TradeStep;
  title: string;
  chain: ChainSlug;
  onStop: () => void;
}) {
  const sandbox = useChainConfig(chain)?.sandbox ?? true;
  const isActive = state === "wallet" || state === "sent";
  return (
    <li className="flex items-start gap-3 text-sm">
      <span className="mt-px grid size-5 shrink-0 place-items-center">
        {state === "done" ? (
          <span className="grid size-5 place-items-center rounded-full bg-sea text-sea-text">
            <Check aria-hidden="true" className="size-3.5" />
          </span>
        ) : isActive ? (
          <Spinner className="size-5 text-sea-text" />
        ) : (
          <span className="size-2 rounded-full bg-line-strong" />
        )}
      </span>
      <span className="min-w-0 grow">
        <span className={cn("block font-medium", state === "waiting" && "text-faint")}>
          <bdi>{title}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
          {isActive && <span>{stateLabel(state, sandbox)}</span>}
          {hash !== null && <CopyableTransactionLink chain={chain} hash={hash} />}
        </span>
        {state === "wallet" && <StopWaiting onStop={onStop} className="mt-1 -ml-2 px-2" />}
      </span>
    </li>
  );
}

function titleOf(id: TradeStepId, side: TradeRun["side"], symbol: string): string {
  switch (id) {
    case "approve":
      return `Approve ${symbol} for trading, once`;
    case "sign":
      return "Sign the permit for this sale";
    case "allow":
      return "Approve this sale";
    case "trade":
      return side === "sell" ? `Sell ${symbol}` : `Buy ${symbol}`;
  }
}

function stateLabel(state: StepState, sandbox: boolean): string {
  if (state === "sent") return "Sent. Waiting for confirmation…";
  return sandbox ? "Signing…" : "Confirm in your wallet…";
}

/** The current step as a sentence for screen readers. */
function spoken(steps: readonly TradeStep[], side: TradeRun["side"], symbol: string): string {
  const active = steps.find(({ state }) => state === "wallet" || state === "sent");
  if (active === undefined) return "";
  const what = titleOf(active.id, side, symbol);
  return active.state === "sent"
    ? `${what}: sent, waiting for confirmation`
    : `${what}: confirm in your wallet`;
}
