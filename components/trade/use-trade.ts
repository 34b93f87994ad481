"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn, configQuery } from "@/lib/web/queries";
import type { TradeProblem } from "@/lib/web/trade/explain-trade-error";
import { explained, problemOf } from "@/lib/web/trade/explained";
import { type PendingTrade, pendingTrades } from "@/lib/web/trade/run/pending-trades";
import type { TradeOrder, TradeStep } from "@/lib/web/trade/run/run-trade";
import type { SentTrade, TradeOutcome } from "@/lib/web/trade/run/settle-trade";
import { refreshAfterTrade } from "@/lib/web/trade/trade-queries";

type TradeBy = { config: Config; account: `0x${string}` };

export type TradeRun = {
  isRunning: boolean;
  /** A sent transaction may still be mined: nothing else is traded until it is decided or dismissed. */
  isUndecided: boolean;
  side: TradeOrder["side"] | null;
  steps: readonly TradeStep[];
  outcome: TradeOutcome | null;
  problem: TradeProblem | null;
  /** @param by.account the account that the panel shows */
  start: (order: TradeOrder, by: TradeBy) => void;
  /** Ends the wait for a wallet that does not respond. */
  stop: () => void;
  /** Continues to wait for a transaction that was not mined in time. */
  watch: () => void;
  /** Dismisses the result. */
  clear: () => void;
};

/** The signing code loads on first use. */
const tradingCode = () => import("@/lib/web/trade/run/perform-trade");

/** `sent`: what was sent before, when a trade is resumed. */
type Run = { work: () => Promise<TradeOutcome>; sent?: PendingTrade };

type UseTradeOptions = {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  onTraded: (outcome: TradeOutcome) => void;
};

/** A trade from its first signature to its receipt. Survives a reload. */
export function useTrade({ chain, tokenAddress, onTraded }: UseTradeOptions): TradeRun {
  const queries = useQueryClient();
  const [steps, setSteps] = useState<readonly TradeStep[]>([]);
  const [side, setSide] = useState<TradeOrder["side"] | null>(null);
  const wait = useWalletWait();
  const { sent, store, forget, restore } = useSentTrade(chain, tokenAddress);

  const { mutate, reset, isPending, data, error } = useSoleMutation({
    mutationFn: ({ work, sent }: Run) => explained(work, sent),
    isResumed: ({ sent }) => sent !== undefined,
    onSuccess: onTraded,
    onSettled: (_outcome, failure) => {
      if (failure === null || !mayStillBeMined(problemOf(failure))) forget();
      refreshAfterTrade(queries, tokenAddress);
    },
  });

  const start = (order: TradeOrder, { config, account }: TradeBy) => {
    const facts = chainIn(config, chain);
    if (facts === undefined) return;
    const work = async () => {
      setSide(order.side);
      setSteps([]);
      const by = { order, account, config, facts, signal: wait.begin() };
      const { performTrade } = await tradingCode();
      return performTrade({ ...by, onSteps: setSteps, onSent: store });
    };
    mutate({ work });
  };

  const watch = useCallback(() => {
    const trade = sent.current ?? restore();
    if (trade === null) return;
    setSide(trade.side);
    setSteps([{ id: "trade", state: "sent", hash: trade.hash }]);
    const work = async () => {
      const { resumeTrade } = await tradingCode();
      return resumeTrade(trade, () => queries.ensureQueryData(configQuery()), store);
    };
    mutate({ work, sent: trade });
  }, [sent, restore, store, queries, mutate]);

  const clear = () => {
    forget();
    reset();
    setSteps([]);
    setSide(null);
  };
  // After a reload, keep waiting for a pending trade.
  useOnMount(watch);

  const problem = error === null ? null : problemOf(error);
  const isUndecided = problem !== null && mayStillBeMined(problem);
  const outcome = data ?? null;
  const state = { isRunning: isPending, isUndecided, side, steps, outcome, problem };
  return { ...state, start, stop: wait.stop, watch, clear };
}

function mayStillBeMined({ next }: TradeProblem): boolean {
  return next === "watch";
}

/** The trade of this tab that is sent and not decided. It is stored for a reload. */
function useSentTrade(chain: ChainSlug, token: `0x${string}`) {
  const sent = useRef<PendingTrade | null>(null);
  const store = useCallback(
    (trade: SentTrade) => {
      sent.current = { ...trade, chain };
      pendingTrades.store(sent.current);
    },
    [chain],
  );
  const restore = useCallback(() => {
    sent.current = pendingTrades.of(chain, token);
    return sent.current;
  }, [chain, token]);
  const forget = () => {
    if (sent.current !== null) pendingTrades.forget(sent.current);
    sent.current = null;
  };
  return { sent, store, restore, forget };
}
