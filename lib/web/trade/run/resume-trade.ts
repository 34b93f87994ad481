import type { Hash, PublicClient } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { readOutcome } from "../read-outcome";
import { TradeError } from "../trade-error";
import type { TradeOutcome } from "./run-trade";
import { waitUntilMined } from "./wait-until-mined";

/**
 * Resumes a trade that was sent before the page was loaded.
 * @throws TradeError; errors of the chain
 */
export async function resumeTrade(
  reader: PublicClient,
  sent: { hash: Hash; side: TradeSide; amountIn: string },
  pollingMs: number,
): Promise<TradeOutcome> {
  const { hash, status } = await waitUntilMined(reader, sent.hash, pollingMs);
  if (status === "reverted") throw new TradeError("reverted", hash);
  const amountOut = await readOutcome(reader, hash, sent.side);
  return { hash, side: sent.side, amountIn: BigInt(sent.amountIn), amountOut };
}
