import type { Address } from "viem";
import { z } from "zod";
import { checksumAddress, unixSeconds } from "@/lib/schemas/common";
import {
  preparedCalls,
  preparedFields,
  sender,
  slippageBps,
  weiAmount,
  weiText,
} from "@/lib/schemas/prepared-calls";
import { previewedProvider, walletProvider } from "./answers";
import { type LaunchRequest, launchFields, toLaunchRequest } from "./request";

/** A parsed request for a launch that `sender` sends and pays for. */
export type PrepareLaunchRequest = {
  launch: LaunchRequest;
  sender: Address;
  firstBuyWei: bigint;
  slippageBps: number;
};

export const prepareLaunchRequest = launchFields
  .safeExtend({
    from: sender.meta({
      description:
        "The wallet that sends the launch and pays for it. Without a creator field it is the creator.",
    }),
    firstBuyWei: weiAmount.nullish().meta({
      description:
        "ETH with which the creator buys tokens in the transaction of the launch, in wei; default 0. " +
        "With `launchProtection` it pays the opening fee: see `firstBuy.feeBps` of a dry run. " +
        "Where `accountTrading` of the chain is false, only with a creator who has a wallet of their own.",
    }),
    slippageBps: slippageBps.meta({
      description:
        "How far below the expected tokens the first buy may end, in basis points; default 100 (1%).",
    }),
  })
  .meta({ required: ["name", "symbol", "from"] })
  .transform(
    (body): PrepareLaunchRequest => ({
      launch: toLaunchRequest(body),
      sender: body.from,
      firstBuyWei: body.firstBuyWei ?? 0n,
      slippageBps: body.slippageBps,
    }),
  );

const firstBuy = z
  .strictObject({
    valueWei: weiText,
    expectedTokens: weiText.meta({
      description: "Smallest units that it buys, after the fee and its own price impact.",
    }),
    feeBps: z
      .number()
      .int()
      .nonnegative()
      .meta({
        description:
          "Fee in basis points: the trading fee, or with `launchProtection` the opening fee " +
          "(5000 on chains with the default contracts).",
      }),
    feeWei: weiText.meta({ description: "Fee in ETH, part of `valueWei`." }),
    minTokens: weiText.meta({ description: "With fewer tokens, the launch reverts." }),
    maxWei: weiText.meta({
      description:
        "The largest first buy of this launch; the operator limits its share of the supply.",
    }),
  })
  .nullable();

const prepared = {
  success: z.literal(true),
  message: z.string(),
  expectedAddress: checksumAddress,
};

export const launchPrepared = z.strictObject({
  ...prepared,
  jobId: z
    .string()
    .meta({ description: "For `launch-status`, which reports when it was launched." }),
  walletProvider,
  sendCalls: preparedCalls,
  ...preparedFields,
  firstBuy,
  expiresAt: unixSeconds.meta({ description: "From then on the contract rejects the calls." }),
});
const launchPreview = z.strictObject({
  ...prepared,
  dryRun: z.literal(true),
  walletProvider: previewedProvider,
  ...preparedFields,
  firstBuy,
});
/**
 * The job of a key, for any sender. All that is stored for the key of a prepared launch: a permit is
 * signed again instead.
 */
export const keyedJob = z.object({ jobId: z.string() });

export const prepareLaunchAnswer = z.union([launchPrepared, launchPreview]);
export type PrepareLaunchAnswer = z.output<typeof prepareLaunchAnswer>;
export type LaunchPrepared = z.output<typeof launchPrepared>;
