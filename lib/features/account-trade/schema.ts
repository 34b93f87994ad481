import type { Address } from "viem";
import { z } from "zod";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { TRADE_PROBLEMS, type TradeProblemCode } from "@/lib/features/trade/rules/problems";
import { deadlineMinutes } from "@/lib/features/trade/schema";
import {
  address,
  chainSlug,
  checksumAddress,
  decimal,
  hash32,
  unixSeconds,
} from "@/lib/schemas/common";
import { weiAmount, weiText } from "@/lib/schemas/prepared-calls";
import type { ChainSlug } from "@/lib/shared/chains";

const amount = weiAmount
  .refine((value) => value > 0n, "must be above 0")
  .refine((value) => value < 2n ** 128n, "must be below 2^128");

/** A parsed request for a trade with a managed wallet. */
export type AccountTradeRequest = {
  chain: ChainSlug;
  tokenAddress: Address;
  side: TradeSide;
  amountIn: bigint;
  minAmountOut: bigint;
  /** One of the user's managed wallets; absent: the first. */
  wallet?: Address | null | undefined;
  referrer?: Address | null | undefined;
  deadlineMinutes: number;
  /** Null for a preview. `deadline` in Unix seconds. */
  confirmed: { deadline: number; requestId: string; networkFeeWei?: bigint | undefined } | null;
};

export const accountTradeRequest = z
  .object({
    chain: chainSlug,
    tokenAddress: address,
    /** `buy` spends ETH, `sell` spends tokens. */
    side: z.enum(["buy", "sell"]),
    /** The spent amount: wei of ETH, or smallest units of the token. */
    amountIn: amount,
    /** With less, the trade reverts. At least half of the current quote, except in a preview. */
    minAmountOut: amount,
    wallet: address.nullish(),
    /** Gets the referral share of the fee. */
    referrer: address.nullish(),
    /** How long the deadline of a preview is. */
    deadlineMinutes,
    /** Without it the response is a preview and nothing is sent. */
    confirm: z.boolean().default(false),
    /** `deadline` of the preview. */
    deadline: unixSeconds.optional(),
    /** `networkFeeWei` of the preview: the trade never costs more gas. Without it, the current fee applies. */
    networkFeeWei: weiAmount.optional(),
    /** Idempotency key: a repeated request returns the state of the first one. */
    requestId: z.uuid().optional(),
  })
  .transform(
    ({ confirm, deadline, requestId, networkFeeWei, ...order }, context): AccountTradeRequest => {
      if (!confirm) return { ...order, confirmed: null };
      const refuse = (path: string) =>
        context.addIssue({ code: "custom", path: [path], message: "is required with confirm" });
      if (deadline === undefined) refuse("deadline");
      if (requestId === undefined) refuse("requestId");
      if (deadline === undefined || requestId === undefined) return z.NEVER;
      return { ...order, confirmed: { deadline, requestId, networkFeeWei } };
    },
  );

const isProblem = (value: unknown): value is TradeProblemCode =>
  typeof value === "string" && Object.hasOwn(TRADE_PROBLEMS, value);

/** A previewed or accepted trade. Amounts in wei or smallest units of the token. */
export const accountTrade = z.strictObject({
  success: z.literal(true),
  state: z.enum(["preview", "pending", "completed", "failed"]),
  chain: chainSlug,
  tokenAddress: checksumAddress,
  side: z.enum(["buy", "sell"]),
  wallet: checksumAddress,
  amountIn: weiText,
  /** Output of the quote when it was previewed or accepted. */
  expectedOut: weiText,
  minAmountOut: weiText,
  /** The output of the mined trade; null before. */
  amountOut: weiText.nullable(),
  /** Trading fee in ETH, in wei; part of the amounts. */
  feeWei: weiText,
  /** Maximum gas cost, which the wallet pays besides. */
  networkFeeWei: weiText,
  /** Whether an approval is sent before the sale. */
  approves: z.boolean(),
  /** Unix seconds; the trade reverts after this time. */
  deadline: unixSeconds,
  transactionHash: hash32.nullable(),
  /** Why it failed: a code that pages explain, and the technical message. */
  problem: z.string().refine(isProblem).nullable(),
  error: z.string().nullable(),
});

export const accountTradeParams = z.object({ requestId: z.uuid() });

/** Whether and how much the user may trade with managed wallets on a network. */
export const tradeLimitsQuery = z.object({ chain: chainSlug });
export const tradeLimitsAnswer = z.strictObject({
  success: z.literal(true),
  enabled: z.boolean(),
  /** ETH. */
  perTrade: decimal,
  perDay: decimal,
  leftToday: decimal,
  withoutSignIn: decimal,
});

export type AccountTradeAnswer = z.output<typeof accountTrade>;
export type TradeLimitsAnswer = z.output<typeof tradeLimitsAnswer>;
