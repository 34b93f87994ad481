import { z } from "zod";
import { checksumAddress, hash32 } from "@/lib/schemas/common";
import { amount, block, poolId, positive } from "./values";

/**
 * Events as DEX Screener and GeckoTerminal read them. Asset 0 is the token, asset 1 is ETH. Sources:
 * https://dexscreener.notion.site/DEX-Screener-Adapter-Specs-cc1223cdf6e74a7799599106b65dcd0e (v1.1)
 * and the "GeckoTerminal Integration API Standards", which requires `reserves` and names the fees.
 */

const event = {
  block,
  txnId: hash32,
  txnIndex: z.number().int().nonnegative().meta({
    description: "Order among the block's transactions that have events.",
  }),
  eventIndex: z.number().int().nonnegative().meta({
    description: "Twice the log index; the second event of one log adds 1.",
  }),
  maker: checksumAddress,
  pairId: poolId,
  reserves: z
    .strictObject({ asset0: amount, asset1: amount })
    .meta({ description: "Holdings of the pool's positions after the event, rounded down." }),
};
const swap = {
  ...event,
  eventType: z.literal("swap"),
  priceNative: positive.meta({ description: "ETH per token, the pool's price after the trade." }),
};
const fee = amount.meta({ description: "The hook's fee in ETH, part of the ETH amount." });

const buy = z.strictObject({
  ...swap,
  asset1In: positive.meta({ description: "ETH that the buyer paid, fee included." }),
  asset0Out: positive,
  metadata: z.strictObject({ fees1In: fee }),
});
const sale = z.strictObject({
  ...swap,
  asset0In: positive,
  asset1Out: positive.meta({
    description: "ETH that the pool paid out; the seller received it minus the fee.",
  }),
  metadata: z.strictObject({ fees1Out: fee }),
});
const liquidity = z.strictObject({
  ...event,
  eventType: z.enum(["join", "exit"]),
  amount0: amount,
  amount1: amount,
});

const adapterEvent = z.union([buy, sale, liquidity]);
export const adapterEvents = z.strictObject({ events: z.array(adapterEvent) });
export const latestBlock = z.strictObject({ block });

export type AdapterEvent = z.output<typeof adapterEvent>;
export type AdapterEvents = z.output<typeof adapterEvents>;
export type LatestBlock = z.output<typeof latestBlock>;
