import type { Hash, PublicClient } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { readOutcome } from "../read-outcome";
import { TradeError } from "../trade-error";
import type { TradeOutcome } from "./run-trade";
import { waitUntilMined } from "./wait-until-mined";

/**
 * Resumes a trade that was sent before the page was loaded.
 * @throws TradeError and nothing else
 */
export async function resumeTrade(
  reader: PublicClient,
  sent: { hash: Hash; side: TradeSide; amountIn: string },
  pollingMs: number,
): Promise<TradeOutcome> {
  const awaited = { hash: sent.hash, place: null };
  const { hash, receipt } = await waitUntilMined(reader, awaited, { pollingMs });
  if (receipt.status === "reverted") throw new TradeError("reverted", hash);
  const amountOut = readOutcome(receipt, sent.side);
  return { hash, side: sent.side, amountIn: BigInt(sent.amountIn), amountOut };
}
