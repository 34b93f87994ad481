import { z } from "zod";
import {
  anyCaseAddresses,
  checksumAddress,
  decimal,
  hash32,
  ifValid,
  unixSeconds,
} from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { CANDLE_INTERVALS } from "../rules/candles";
import { LISTED_NAME, LISTED_SYMBOL } from "../rules/listed-names";
import { TRADE_SIZES, TRADERS_MAX } from "../rules/trade";
import { meta } from "./meta";
import { candle } from "./price";
import { flag, wholeNumberText } from "./tokens";

/** Data API extensions for markets: candles, trades and the token list. */

/** The largest time of 11 digits. */
export const LATEST_SECOND = 99_999_999_999;
const second = documentAs(
  z
    .string()
    .regex(/^\d{1,11}$/, "must be Unix seconds")
    .transform(Number)
    .pipe(z.number().int().max(LATEST_SECOND)),
  { type: "integer", minimum: 0, maximum: LATEST_SECOND },
);

export const candleQuery = z
  .object({
    interval: z
      .enum(CANDLE_INTERVALS)
      .default("1m")
      .meta({ description: "Length of a candle; candles are aligned to UTC." }),
    from: second.optional().meta({ description: "Start of the range in Unix seconds, inclusive." }),
    to: second.optional().meta({
      description: "End of the range in Unix seconds, exclusive; default: now.",
    }),
    limit: wholeNumberText(1, 1000, 300).meta({
      description: "Maximum number of candles; the newest ones of the range are returned.",
    }),
    fill: documentAs(flag.default("false"), { type: "boolean", default: false })
      .transform((value) => value === "true")
      .meta({
        description:
          "`true` also returns buckets without a trade: all prices are the previous close, volume is 0.",
      }),
  })
  .refine(({ from = 0, to = LATEST_SECOND }) => from <= to, {
    path: ["from"],
    message: "must not be after `to`",
    ...ifValid("from", "to"),
  });

export const tokenCandles = z.strictObject({
  tokenAddress: checksumAddress,
  interval: z.enum(CANDLE_INTERVALS),
  candles: z.array(candle),
  meta,
});

export const TRADE_ID = /^\d{1,15}-\d{1,9}$/;

export const tradeQuery = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  trader: z
    .string()
    .regex(
      new RegExp(anyCaseAddresses(TRADERS_MAX)),
      `must be 1 to ${TRADERS_MAX} addresses, separated by commas`,
    )
    .optional()
    .meta({
      description: `Only trades that these addresses sent; at most ${TRADERS_MAX}, separated by commas.`,
    }),
  minETH: z
    .enum(TRADE_SIZES)
    .optional()
    .meta({ description: "Only trades with an `amountETH` of at least this." }),
  cursor: z
    .string()
    .regex(TRADE_ID, "must be a `nextCursor` of this endpoint")
    .optional()
    .meta({ description: "`nextCursor` of the previous page." }),
});

export const trade = z.strictObject({
  id: z.string().regex(TRADE_ID).meta({ description: "Block and log index; orders all trades." }),
  type: z.enum(["buy", "sell"]),
  trader: checksumAddress.meta({ description: "Sender of the transaction." }),
  amountETH: decimal.meta({
    description:
      "ETH side including the fee: the total that a buyer paid, or the gross proceeds of a sale.",
  }),
  amountToken: decimal,
  feeETH: decimal,
  priceETH: decimal.meta({ description: "ETH per token after the trade." }),
  marketCapETH: decimal.meta({ description: "Market cap after the trade." }),
  timestamp: unixSeconds,
  transactionHash: hash32,
});

export const tokenTrades = z.strictObject({
  tokenAddress: checksumAddress,
  trades: z.array(trade),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: "Cursor for older trades; null on the last page." }),
  meta,
});

export const swapQuery = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Maximum number of swaps, 1 to 100." }),
});

const amount = z.string().regex(/^(0|-?[1-9]\d*)$/, "must be an integer in smallest units");
const amounts = z.strictObject({
  amount0: amount.meta({ description: "ETH in wei, including the fee." }),
  amount1: amount.meta({ description: "Tokens in smallest units." }),
});
export const tokenSwaps = z.strictObject({
  tokenAddress: checksumAddress,
  swaps: z.array(
    z.strictObject({
      maker: checksumAddress.meta({ description: "Sender of the transaction." }),
      type: z.enum(["buy", "sell"]),
      timestamp: unixSeconds,
      txHash: hash32,
      amounts: z
        .strictObject({
          uniswap: amounts.meta({ description: "Amounts traded with the pool." }),
          isp: amounts.meta({ description: "Always 0: this launchpad has no internal swap pool." }),
        })
        .meta({
          description: "Negative amounts were paid by the maker, positive ones received.",
        }),
    }),
  ),
  meta,
});

/** The JSON schema of Uniswap token lists, version 1. */
export const uniswapTokenList = z.strictObject({
  name: z.string().min(1).max(30),
  timestamp: z.iso.datetime(),
  version: z.strictObject({
    major: z.number().int().nonnegative(),
    minor: z.number().int().nonnegative(),
    patch: z.number().int().nonnegative(),
  }),
  keywords: z.array(z.string().min(1).max(20)).max(20),
  tokens: z.array(
    z.strictObject({
      chainId: z.number().int().positive(),
      address: checksumAddress,
      name: z.string().regex(LISTED_NAME),
      symbol: z.string().regex(LISTED_SYMBOL),
      decimals: z.literal(18),
      logoURI: z.url().optional(),
    }),
  ),
});

export type TokenCandles = z.output<typeof tokenCandles>;
export type Trade = z.output<typeof trade>;
export type TokenTrades = z.output<typeof tokenTrades>;
export type TokenSwaps = z.output<typeof tokenSwaps>;
export type UniswapTokenList = z.output<typeof uniswapTokenList>;
