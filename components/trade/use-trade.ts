"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Config } from "@/lib/schemas/system";
import type { TradeProblem } from "@/lib/web/trade/explain-trade-error";
import { explained, problemOf } from "@/lib/web/trade/explained";
import { pendingTrade } from "@/lib/web/trade/pending-trade";
import type { TradeOrder, TradeOutcome, TradeStep } from "@/lib/web/trade/run-trade";
import { refreshAfterTrade } from "@/lib/web/trade/trade-queries";

/** How often a receipt is asked for: at once on a chain of this machine, a block's time elsewhere. */
const POLLING_MS = { sandbox: 250, real: 1_500 } as const;

export type TradeRun = {
  isRunning: boolean;
  side: TradeOrder["side"] | null;
  steps: readonly TradeStep[];
  outcome: TradeOutcome | null;
  problem: TradeProblem | null;
  start: (order: TradeOrder, config: Config) => void;
  /** Goes on waiting for a transaction that was not mined in time. */
  watch: () => void;
  /** Puts the result away. */
  clear: () => void;
};

/** What signs and sends loads when something is signed or sent. */
async function tradingCode() {
  const [{ chainReader }, { runTrade }, { resumeTrade }, { signerFor }] = await Promise.all([
    import("@/lib/web/trade/chain-reader"),
    import("@/lib/web/trade/run-trade"),
    import("@/lib/web/trade/resume-trade"),
    import("@/lib/web/wallet/signer-for"),
  ]);
  return { chainReader, runTrade, resumeTrade, signerFor };
}

type UseTradeOptions = {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  onTraded: (outcome: TradeOutcome) => void;
};

/** A trade of one token, from its first signature to its receipt, over a reload as well. */
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
    mutate(async () => {
      const { chainReader, resumeTrade } = await tradingCode();
      return resumeTrade(chainReader(chain), pending, POLLING_MS.real);
    });
  }, [chain, tokenAddress, mutate]);

  const clear = () => {
    reset();
    setSteps([]);
    setSide(null);
  };
  // A page that was reloaded while its trade was on its way goes on waiting for it.
  useOnMount(watch);

  const problem = error === null ? null : problemOf(error);
  const outcome = data ?? null;
  return { isRunning: isPending, side, steps, outcome, problem, start, watch, clear };
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
  const { chainReader, runTrade, signerFor } = await tradingCode();
  const signer = await signerFor(chain, config);
  return runTrade({
    reader: chainReader(chain),
    chainId: facts.chainId,
    contracts: facts.contracts,
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
