import type { Hex } from "viem";
import { z } from "zod";
import { address } from "@/lib/schemas/common";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { documentAs, wholeNumberForm } from "@/lib/schemas/wire-form";

/** The error of a request with a paused option. */
const PAUSED_TEXT =
  "Sniper protection has been temporarily paused (requires fair launch). Please omit this parameter or set to false.";

/** A whole number as text or number. */
export const wholeNumber = z
  .union(
    [
      z
        .string()
        .trim()
        .regex(/^\d{1,30}$/, "must be a whole number"),
      z.number().int().nonnegative(),
    ],
    {
      error: "must be a whole number",
    },
  )
  .transform((value) => BigInt(value));
/** 0 to 10000. */
export const basisPoints = documentAs(
  wholeNumber
    .refine((value) => value <= 10_000n, "must be 0 to 10000 basis points")
    .transform(Number),
  wholeNumberForm({ min: 0, max: 10_000 }),
);
/** The issue for a paused option. Clients match on its text, which names all paused options. */
const paused = (field: string, message: string, off: string) => ({
  error: message,
  params: {
    code: "paused_feature",
    error: PAUSED_TEXT,
    remedy: `Leave out \`${field}\` or set it to ${off}.`,
  },
});
const pausedNumber = (field: string) =>
  documentAs(
    z
      .union([z.string(), z.number()])
      .refine((value) => Number(value) === 0, paused(field, "Fair launch is paused", "0")),
    {
      anyOf: [
        { type: "integer", minimum: 0, maximum: 0 },
        { type: "string", enum: ["0"] },
      ],
    },
  )
    .nullish()
    .meta({ description: "Paused: omit or send 0." });

/** Recipients of the creator's fees. */
export const creatorFields = {
  creatorAddress: IDENTITY_RULES.wallet.nullish().meta({
    description:
      "Creator by wallet address. Send at most one creator field. A fee manager can only be the " +
      "creator if another manager pays it; otherwise pass it as the treasury.",
  }),
  creatorEmail: IDENTITY_RULES.email
    .nullish()
    .meta({ description: "Creator by email; gets a managed wallet." }),
  creatorTwitterUsername: IDENTITY_RULES.twitter
    .nullish()
    .meta({ description: "Creator by X username; gets a managed wallet." }),
  creatorFarcasterUsername: IDENTITY_RULES.farcaster
    .nullish()
    .meta({ description: "Creator by Farcaster username; gets a managed wallet." }),
};
/** Options that are refused for now. */
export const pausedFields = {
  sniperProtection: z
    .boolean()
    .refine(
      (value) => !value,
      paused("sniperProtection", "Sniper protection is paused: it requires fair launch", "false"),
    )
    .nullish()
    .meta({ description: "Paused: omit or send false." }),
  fairLaunchSupply: pausedNumber("fairLaunchSupply"),
  fairLaunchDuration: pausedNumber("fairLaunchDuration"),
};
/** Contracts may sign with more than the 65 bytes of a key. */
const SIGNATURE_BYTES_MAX = 4_096;
/** A uint256 as decimal text; a number as well, where it is exact. */
const uint256 = documentAs(
  z
    .union(
      [z.string().regex(/^\d{1,78}$/, "must be a whole number"), z.number().int().nonnegative()],
      {
        error: "must be a whole number",
      },
    )
    .transform((value) => BigInt(value))
    .refine((value) => value < 2n ** 256n, "must be below 2^256"),
  {
    anyOf: [
      { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { type: "string", pattern: "^\\d{1,78}$" },
    ],
  },
);
const attachConsent = z.object({
  nonce: uint256.meta({ description: "Any number; it can be used once." }),
  deadline: uint256.meta({
    description: "Latest block time at which it is valid, in Unix seconds.",
  }),
  signature: z
    .string()
    .max(2 + 2 * SIGNATURE_BYTES_MAX)
    .refine((value): value is Hex => /^0x([0-9a-fA-F]{2})+$/.test(value), {
      error: "must be 0x and hex bytes",
    })
    .meta({ description: "65 bytes; ERC-1271 bytes for a contract." }),
});
/** Destination of the fees. */
export const treasuryFields = {
  revenueManagerAddress: address.nullish().meta({
    description: "A revenue manager of this launchpad. Send at most one treasury option.",
  }),
  feeSplitManagerAddress: address
    .nullish()
    .meta({ description: "A fee split manager of this launchpad." }),
  feeSplitManagerConsent: attachConsent.nullish().meta({
    description:
      "The moderator's consent, required if feeSplitManagerAddress is a dynamic split: an EIP-712 " +
      "signature over `Attach(uint256 nonce,uint256 deadline)`. A moderator with a managed wallet " +
      "can sign in and omit it: the launchpad signs with that wallet.",
  }),
  feeSplitRecipients: recipientSpec
    .nullish()
    .meta({ description: "Creates a fee split for this token, with up to 100 recipients." }),
  creatorShare: basisPoints.nullish().meta({
    description:
      "Share that the creator gets before the recipients, in basis points; default 0. Only with feeSplitRecipients.",
  }),
};
