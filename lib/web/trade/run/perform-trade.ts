import type { Address } from "viem";
import type { Config } from "@/lib/features/system/schema";
import { timeoutSignal } from "@/lib/shared/abort";
import { serverSeconds } from "../../server-time";
import { signerFor } from "../../wallet/signer-for";
import { chainReader } from "../chain-reader";
import { contractsOfToken } from "../token-contracts";
import { TradeError } from "../trade-error";
import { openRequest } from "./open-requests";
import type { PendingTrade } from "./pending-trades";
import { runTrade, type TradeOrder, type TradeStep } from "./run-trade";
import { type SentTrade, settleTrade, type TradeOutcome } from "./settle-trade";

/** Poll interval: short on sandbox chains, a block time otherwise. */
const POLLING_MS = { sandbox: 250, real: 1_500 } as const;
/** A wallet that does not answer by then is not asked about its batch. */
const RECONNECTED_WITHIN_MS = 60_000;

/**
 * Trades with the visitor's own account, from its first signature to its receipt.
 * @param options.account the account that the page showed
 * @param options.signal ends the wait for a wallet that does not respond, with its reason
 * @throws TradeError; before the trade is sent errors of the chain and the wallet
 */
export async function performTrade({
  order,
  account,
  config,
  facts,
  signal,
  onSteps,
  onSent,
}: {
  order: TradeOrder;
  account: Address;
  config: Config;
  facts: Config["chains"][number];
  signal: AbortSignal;
  onSteps: (steps: readonly TradeStep[]) => void;
  onSent: (trade: SentTrade) => void;
}): Promise<TradeOutcome> {
  const chain = facts.slug;
  const { token, side } = order;
  const reader = chainReader(chain);
  const signer = await signerFor(chain, config, { address: account, signal });
  const request = await openRequest(reader, { chain, token, account, side }, signal);
  try {
    return await runTrade({
      reader,
      chainId: facts.chainId,
      contracts: await contractsOfToken(reader, facts, token),
      universalRouterVersion: facts.universalRouterVersion,
      signer,
      order,
      now: () => serverSeconds() * 1_000,
      pollingMs: facts.sandbox ? POLLING_MS.sandbox : POLLING_MS.real,
      onSteps,
      onAsk: request.ask,
      onSent: (trade) => {
        request.sent();
        onSent(trade);
      },
    });
  } catch (error) {
    const isOpen = error instanceof TradeError && error.code === "maybe_sent";
    if (!isOpen) request.refused();
    throw error;
  }
}

/**
 * Continues to wait for a trade that was sent before, also before a reload.
 * @throws TradeError and nothing else
 */
export function resumeTrade(
  trade: PendingTrade,
  getConfig: () => Promise<Config>,
  onChange: (trade: SentTrade) => void,
): Promise<TradeOutcome> {
  return settleTrade(chainReader(trade.chain), trade, {
    pollingMs: POLLING_MS.real,
    onChange,
    batcher: async () => {
      const by = { address: trade.account, signal: timeoutSignal(RECONNECTED_WITHIN_MS) };
      const { batch } = await signerFor(trade.chain, await getConfig(), by);
      return batch;
    },
  });
}
