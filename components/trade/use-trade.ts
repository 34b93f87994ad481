"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TradeProblem } from "@/lib/web/trade/explain-trade-error";
import { explained, problemOf } from "@/lib/web/trade/explained";
import { pendingTrade } from "@/lib/web/trade/run/pending-trade";
import type { TradeOrder, TradeOutcome, TradeStep } from "@/lib/web/trade/run/run-trade";
import { afterSending } from "@/lib/web/trade/trade-error";
import { refreshAfterTrade } from "@/lib/web/trade/trade-queries";

/** Receipt poll interval: short on sandbox chains, a block time otherwise. */
const POLLING_MS = { sandbox: 250, real: 1_500 } as const;

export type TradeRun = {
  isRunning: boolean;
  /** A sent transaction may still be mined: nothing else is traded until it is decided or dismissed. */
  isUndecided: boolean;
  side: TradeOrder["side"] | null;
  steps: readonly TradeStep[];
  outcome: TradeOutcome | null;
  problem: TradeProblem | null;
  start: (order: TradeOrder, config: Config) => void;
  /** Continues to wait for a transaction that was not mined in time. */
  watch: () => void;
  /** Dismisses the result. */
  clear: () => void;
};

/** The signing code loads on first use. */
async function tradingCode() {
  const [{ chainReader }, { contractsOfToken }, { runTrade }, { resumeTrade }, { signerFor }] =
    await Promise.all([
      import("@/lib/web/trade/chain-reader"),
      import("@/lib/web/trade/token-contracts"),
      import("@/lib/web/trade/run/run-trade"),
      import("@/lib/web/trade/run/resume-trade"),
      import("@/lib/web/wallet/signer-for"),
    ]);
  return { chainReader, contractsOfToken, runTrade, resumeTrade, signerFor };
}

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

  const { mutate, reset, isPending, data, error } = useSoleMutation({
    mutationFn: (work: () => Promise<TradeOutcome>) => explained(work),
    onSuccess: onTraded,
    onSettled: (_outcome, failure) => {
      const mayStillBeMined = failure !== null && problemOf(failure).code === "not_mined";
      if (!mayStillBeMined) pendingTrade.write(null);
      refreshAfterTrade(queries, tokenAddress);
    },
  });

  const start = (order: TradeOrder, config: Config) => {
    const facts = config.chains.find(({ slug }) => slug === chain);
    if (facts === undefined) return;
    setSide(order.side);
    setSteps([]);
    mutate(() => perform({ order, config, facts, onSteps: setSteps }));
  };

  const watch = useCallback(() => {
    const pending = pendingTrade.read();
    if (pending === null || pending.chain !== chain || pending.token !== tokenAddress) return;
    setSide(pending.side);
    setSteps([{ id: "trade", state: "sent", hash: pending.hash }]);
    mutate(() =>
      afterSending(pending.hash, async () => {
        const { chainReader, resumeTrade } = await tradingCode();
        return resumeTrade(chainReader(chain), pending, POLLING_MS.real);
      }),
    );
  }, [chain, tokenAddress, mutate]);

  const clear = () => {
    reset();
    setSteps([]);
    setSide(null);
  };
  // After a reload, keep waiting for a pending trade.
  useOnMount(watch);

  const problem = error === null ? null : problemOf(error);
  const outcome = data ?? null;
  const isUndecided = problem?.next === "watch";
  return { isRunning: isPending, isUndecided, side, steps, outcome, problem, start, watch, clear };
}

async function perform({
  order,
  config,
  facts,
  onSteps,
}: {
  order: TradeOrder;
  config: Config;
  facts: Config["chains"][number];
  onSteps: (steps: readonly TradeStep[]) => void;
}): Promise<TradeOutcome> {
  const chain = facts.slug;
  const { chainReader, contractsOfToken, runTrade, signerFor } = await tradingCode();
  const reader = chainReader(chain);
  const signer = await signerFor(chain, config);
  return runTrade({
    reader,
    chainId: facts.chainId,
    contracts: await contractsOfToken(reader, facts, order.token),
    universalRouterVersion: facts.universalRouterVersion,
    signer,
    order,
    pollingMs: facts.sandbox ? POLLING_MS.sandbox : POLLING_MS.real,
    onSteps: (changed) => {
      onSteps(changed);
      const hash = changed.find(({ id }) => id === "trade")?.hash;
      if (!hash) return;
      const { token, amountIn } = order;
      pendingTrade.write({
        chain,
        token,
        account: signer.address,
        side: order.side,
        amountIn: amountIn.toString(),
        hash,
      });
    },
  });
}
