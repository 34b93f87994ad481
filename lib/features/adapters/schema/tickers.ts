import { z } from "zod";
import { offsetText, wholeNumberText } from "@/lib/features/market/schema/tokens";
import { checksumAddress } from "@/lib/schemas/common";
import { TICKERS_MAX } from "../rules/limits";
import { amount, poolId, positive } from "./values";

/**
 * Tickers as CoinGecko reads them from decentralized exchanges. Source: CoinGecko, "Exchange API
 * Standards", endpoint `/tickers`: https://docs.google.com/document/d/1v27QFoQq1SKT3Priq3aqPgB70Xd_PnDzbOCiuoCyixw
 */
const ticker = z.strictObject({
  ticker_id: z.string().regex(/^0x[0-9a-fA-F]{40}_0x0{40}$/),
  base_currency: checksumAddress.meta({ description: "The token." }),
  target_currency: checksumAddress.meta({ description: "The zero address: ETH." }),
  pool_id: poolId,
  last_price: positive.meta({ description: "ETH per token." }),
  base_volume: amount.meta({ description: "Tokens traded in 24 hours." }),
  target_volume: amount.meta({ description: "ETH traded in 24 hours, fees included." }),
  liquidity_in_usd: amount.nullable().meta({
    description:
      "Holdings of the pool's positions: ETH, and tokens at the current price. Null while the chain has " +
      "no trusted price feed.",
  }),
  high: positive.meta({
    description: "Highest price after a trade in 24 hours, or the current one.",
  }),
  low: positive,
});

export const tickers = z.array(ticker);
export const tickerQuery = z.object({
  limit: wholeNumberText(1, TICKERS_MAX, 100).meta({
    description: `Number of tickers, 1 to ${TICKERS_MAX}, by 24-hour volume.`,
  }),
  offset: offsetText.meta({ description: "Number of tickers to skip." }),
});

export type Tickers = z.output<typeof tickers>;
