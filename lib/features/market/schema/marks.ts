import { z } from "zod";
import { checksumAddress, decimal, hash32, unixSeconds } from "@/lib/schemas/common";
import { TRADE_ID } from "./market";
import { meta } from "./meta";

/** Data API extension: markers for charts. */

const MARK_TYPES = ["creatorBuy", "creatorSell", "wallMove"] as const;

export const tokenMarks = z.strictObject({
  tokenAddress: checksumAddress,
  creator: checksumAddress.meta({ description: "Wallet that created the token." }),
  bidWall: z
    .strictObject({
      priceETH: decimal.meta({ description: "ETH per token." }),
      marketCapETH: decimal.meta({ description: "Market cap at `priceETH`." }),
    })
    .nullable()
    .meta({
      description:
        "The highest price that the placed bid wall pays; null if none is placed or all of it is spent.",
    }),
  marks: z
    .array(
      z.strictObject({
        id: z.string().regex(TRADE_ID),
        type: z.enum(MARK_TYPES),
        amountETH: decimal.meta({
          description: "ETH that the creator paid or received, or that the bid wall placed.",
        }),
        amountToken: decimal.meta({
          description: "Tokens that the creator bought or sold, or that the bid wall burned.",
        }),
        timestamp: unixSeconds,
        transactionHash: hash32,
      }),
    )
    .meta({
      description:
        "The newest 500 trades of the creator and the newest 500 moves of the bid wall, oldest first.",
    }),
  meta,
});

export type TokenMarks = z.output<typeof tokenMarks>;
