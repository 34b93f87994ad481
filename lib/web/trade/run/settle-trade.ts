import type { Address, Hash, PublicClient } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { readOutcome } from "../read-outcome";
import { TradeError } from "../trade-error";
import type { NonceSlot } from "./nonce-slot";
import type { Batcher } from "./trade-signer";
import { waitForBatch } from "./wait-for-batch";
import { waitUntilMined } from "./wait-until-mined";

/** A trade that a wallet has sent. Plain data: it is stored until the trade is decided. */
export type SentTrade = {
  token: Address;
  account: Address;
  /** The hook of the token's pool. */
  hook: Address;
  side: TradeSide;
  /** Smallest units. */
  amountIn: string;
  /** The wallet's response: the hash of a transaction, or the id of a batch. */
  id: string;
  /** The transaction to wait for; null for a batch until the wallet returns its hash. */
  hash: Hash | null;
  place: NonceSlot | null;
};

export type TradeOutcome = {
  hash: Hash;
  side: TradeSide;
  amountIn: bigint;
  amountOut: bigint;
};

/**
 * Waits until a sent trade is decided, right after it was sent or after a reload.
 * @param options.onChange receives the trade with what has become known of it
 * @throws TradeError and nothing else
 */
export async function settleTrade(
  reader: PublicClient,
  trade: SentTrade,
  options: {
    pollingMs: number;
    onChange: (trade: SentTrade) => void;
    /** The wallet that sent the batch; requested only while its transaction is unknown. */
    batcher: () => Promise<Batcher | null>;
  },
): Promise<TradeOutcome> {
  const { token, hook, side } = trade;
  const amountIn = BigInt(trade.amountIn);
  let known = trade;
  const learn = (fact: Partial<SentTrade>) => {
    known = { ...known, ...fact };
    options.onChange(known);
  };
  const { pollingMs } = options;
  const sent = trade.hash ?? (await transactionOf(trade, options));
  if (trade.hash === null) learn({ hash: sent });
  const { hash, receipt } = await waitUntilMined(
    reader,
    { hash: sent, place: trade.place },
    {
      pollingMs,
      onChange: learn,
    },
  );
  if (receipt.status === "reverted") throw new TradeError("reverted", hash);
  const amountOut = readOutcome(receipt, { token, hook, side, amountIn });
  return { hash, side, amountIn, amountOut };
}

/** The transaction of a batch. */
async function transactionOf(
  { id }: SentTrade,
  { batcher, pollingMs }: { batcher: () => Promise<Batcher | null>; pollingMs: number },
): Promise<Hash> {
  // A wallet that is gone decides nothing.
  const wallet = await batcher().catch((error: unknown) => {
    throw new TradeError("not_mined", null, error);
  });
  if (wallet === null) throw new TradeError("not_mined", null);
  return waitForBatch(wallet, id, { pollingMs });
}
