import type { Address } from "viem";
import { z } from "zod";
import { address, unixSeconds } from "@/lib/schemas/common";
import { orDefault } from "@/lib/schemas/optional";
import {
  preparedCalls,
  preparedFields,
  sender,
  slippageBps,
  weiAmount,
  weiText,
} from "@/lib/schemas/prepared-calls";
import { documentAs, wholeNumberForm } from "@/lib/schemas/wire-form";
import { DEADLINE_MINUTES } from "./rules/deadline";
import type { TradeSide } from "./rules/encode-trade";

const { min, max } = DEADLINE_MINUTES;
export const deadlineMinutes = orDefault(
  documentAs(
    z
      .union(
        [
          z
            .string()
            .trim()
            .regex(/^\d{1,3}$/, "must be whole minutes"),
          z.number().int(),
        ],
        {
          error: "must be whole minutes",
        },
      )
      .transform(Number)
      .refine((value) => value >= min && value <= max, `must be ${min} to ${max} minutes`),
    wholeNumberForm({ min, max }),
  ),
  DEADLINE_MINUTES.default,
);

/** A parsed request for a trade that `from` sends. `from` receives the output. */
export type PrepareTradeRequest = {
  from: Address;
  side: TradeSide;
  tokenAddress: Address;
  amountIn: bigint;
  slippageBps: number;
  deadlineMinutes: number;
  referrer?: Address | null | undefined;
};

export const prepareTradeRequest = z
  .object({
    from: sender.meta({
      description: "The wallet that trades; it receives the output of the trade.",
    }),
    side: z.enum(["buy", "sell"]).meta({ description: "`buy` spends ETH, `sell` spends tokens." }),
    tokenAddress: address,
    amountIn: weiAmount
      .refine((value) => value > 0n, "must be above 0")
      .refine((value) => value < 2n ** 128n, "must be below 2^128")
      .meta({ description: "Amount to spend: wei of ETH, or smallest units of the token." }),
    slippageBps: slippageBps.meta({
      description: "How far below the quote the trade may end, in basis points; default 100 (1%).",
    }),
    referrer: address.nullish().meta({
      description:
        "Who receives the referral share of the fee, which the token's creator set. It costs the trader nothing. " +
        "Not a fee manager or a token: they cannot pay it out.",
    }),
    deadlineMinutes: deadlineMinutes.meta({
      description: `Minutes until the trade reverts; ${min} to ${max}, default ${DEADLINE_MINUTES.default}.`,
    }),
  })
  .transform((body): PrepareTradeRequest => body);

export const tradePrepared = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  sendCalls: preparedCalls,
  ...preparedFields,
  quote: z.strictObject({
    expectedOut: weiText.meta({
      description: "Output after the fee, if nobody trades in between.",
    }),
    minimumOut: weiText.meta({ description: "With less, the trade reverts." }),
    feeBps: z.number().int().nonnegative(),
    feeWei: weiText.meta({ description: "Trading fee in ETH." }),
    priceImpactBps: z.number().int().nonnegative().meta({
      description: "How much worse than the current price, without the fee; 100 is 1%.",
    }),
  }),
  expiresAt: unixSeconds.meta({ description: "From then on the trade reverts." }),
});
export type TradePrepared = z.output<typeof tradePrepared>;
