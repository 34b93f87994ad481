import type { Hex } from "viem";
import { z } from "zod";
import { anyCaseAddress, ifValid } from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { EVENT_BLOCKS_MAX, FRACTION_DIGITS } from "../rules/limits";

/** Parts of the shapes that market sites share. */

/** A plain decimal that is not negative, with at most 50 fraction digits. */
export const amount = z
  .string()
  .regex(new RegExp(`^(0|[1-9]\\d*)(\\.\\d{1,${FRACTION_DIGITS}})?$`), "must be a plain decimal");
/** The same above zero: sites stop at a price or an amount of zero. */
export const positive = amount.regex(/[1-9]/, "must be above zero");

export const block = z.strictObject({
  blockNumber: z.number().int().nonnegative(),
  blockTimestamp: z.number().int().nonnegative().meta({ description: "Unix seconds." }),
});

export const poolId = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ description: "Id of the Uniswap v4 pool." });

export const metadata = z.record(z.string(), z.string());

const NUMBER_MAX = 999_999_999_999;
const blockNumber = documentAs(
  z
    .string()
    .regex(/^\d{1,12}$/, "must be a block number")
    .transform(Number),
  { type: "integer", minimum: 0, maximum: NUMBER_MAX },
);

export const eventQuery = z
  .object({
    fromBlock: blockNumber.meta({ description: "First block, inclusive." }),
    toBlock: blockNumber.meta({
      description: `Last block, inclusive; at most the latest block, and ${EVENT_BLOCKS_MAX} blocks.`,
    }),
  })
  .refine(({ fromBlock, toBlock }) => fromBlock <= toBlock, {
    path: ["fromBlock"],
    message: "must not be after `toBlock`",
    ...ifValid("fromBlock", "toBlock"),
  })
  .refine(({ fromBlock, toBlock }) => toBlock - fromBlock < EVENT_BLOCKS_MAX, {
    path: ["toBlock"],
    message: `must be less than ${EVENT_BLOCKS_MAX} blocks after \`fromBlock\``,
    ...ifValid("fromBlock", "toBlock"),
  });

export const assetQuery = z.object({
  id: anyCaseAddress.meta({
    description: "Address of a token, or the zero address for ETH; in any letter case.",
  }),
});

export const pairQuery = z.object({
  id: z
    .string()
    .regex(/^0[xX][0-9a-fA-F]{64}$/, "must be 0x and 64 hex characters")
    .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
    .meta({ description: "Id of the pool, in any letter case." }),
});
