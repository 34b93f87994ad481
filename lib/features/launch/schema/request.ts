import type { Hex } from "viem";
import { z } from "zod";
import { address } from "@/lib/schemas/common";
import { IDENTITY_FIELDS, IDENTITY_RULES, toIdentity } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { isGiven, MISSING_FIELDS_TEXT, tokenFields } from "@/lib/schemas/token-fields";
import { documentAs, wholeNumberForm } from "@/lib/schemas/wire-form";
import { IDENTITY_TYPES, type Identity } from "@/lib/shared/identity";
import type { TokenDescription } from "../rules/token-metadata";
import type { TreasuryRequest } from "../rules/treasury";

/** Largest part of the trading fee for referrers, in percent. Source: contracts, `Launchpad`. */
export const REFERRAL_SHARE_MAX = 20;

export const PAUSED_TEXT =
  "Sniper protection has been temporarily paused (requires fair launch). Please omit this parameter or set to false.";

/** A whole number as text or number. */
const wholeNumber = z
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
const basisPoints = documentAs(
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

const creatorFields = {
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
const pausedFields = {
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
const treasuryFields = {
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

const TREASURY_FIELDS = [
  "revenueManagerAddress",
  "feeSplitManagerAddress",
  "feeSplitRecipients",
] as const;

export const launchFields = z
  .object({
    ...tokenFields,
    ...creatorFields,
    ...pausedFields,
    ...treasuryFields,
    marketCap: wholeNumber.nullish().meta({
      description: "Starting market cap in USDC with 6 decimals: 4000000000 is 4,000 USDC.",
    }),
    creatorFeeSplit: basisPoints.default(8000).meta({
      description:
        "Creator share of the fees, in basis points; default 8000. The rest funds buybacks.",
    }),
    startTime: documentAs(
      wholeNumber.refine((value) => value < 10n ** 12n, "must be in seconds").transform(Number),
      wholeNumberForm({ min: 0, max: 10 ** 12 - 1 }),
    )
      .nullish()
      .meta({
        description:
          "Extension: when trading opens, in Unix seconds, up to 30 days ahead; default at once. " +
          "The token exists before then, but every trade reverts.",
      }),
    launchProtection: z
      .boolean()
      .nullish()
      .meta({
        description:
          "Extension: whether purchases pay a higher fee when trading opens, which falls to the " +
          "trading fee within minutes; default false. The part above it goes to the token's bid wall. " +
          "Only if the chain's capability `launchProtection` is true.",
      }),
    referralShare: documentAs(
      wholeNumber
        .refine((value) => value <= BigInt(REFERRAL_SHARE_MAX), "must be 0 to 20 percent")
        .transform(Number),
      wholeNumberForm({ min: 0, max: REFERRAL_SHARE_MAX }),
    )
      .nullish()
      .meta({
        description:
          "Extension: percentage of the trading fee, 0 to 20, that goes to the referrer named in a trade, " +
          "out of the creator share; default 0.",
      }),
    videoUID: z.string().trim().max(100).nullish().meta({
      description:
        "A video that is `nsfw_approved`. Without imageIpfs, its thumbnail is the image.",
    }),
    proofOfWork: z
      .string()
      .max(4_000)
      .nullish()
      .meta({
        description:
          "Extension: Base64 of the JSON `{ challenge, solution: { counter, derivedKey } }`, the solved " +
          "challenge of `launch-challenge`. Only needed while `launching.proofOfWork` of the chain is true in " +
          "`/api/v1/config`.",
      }),
    dryRun: z.boolean().default(false).meta({ description: "Validate and simulate only." }),
  })
  .refine((body) => [body?.name, body?.symbol, body?.imageIpfs || body?.videoUID].every(isGiven), {
    error: MISSING_FIELDS_TEXT,
    params: { code: "missing_fields" },
    // Has an error text of its own, so check it even when other fields are invalid.
    when: ({ value }) => typeof value === "object" && value !== null,
  })
  .refine((body) => givenCreators(body).length <= 1, {
    error:
      "Specify at most one of creatorAddress, creatorEmail, creatorTwitterUsername, creatorFarcasterUsername.",
    path: ["creator"],
  })
  .superRefine((body, ctx) => {
    const [first, ...others] = TREASURY_FIELDS.filter((field) => isGiven(body[field]));
    const error = `Cannot specify both ${first} and ${others.at(-1)}. Choose only one treasury option.`;
    for (const field of others) {
      const message = `is not possible together with ${first}`;
      const remedy = `Leave out \`${field}\` or \`${first}\`.`;
      const params = { code: "treasury_conflict", error, remedy };
      ctx.addIssue({ code: "custom", path: [field], message, params });
    }
    if (isGiven(body.feeSplitManagerConsent) && !isGiven(body.feeSplitManagerAddress)) {
      const message = "is only possible with feeSplitManagerAddress";
      ctx.addIssue({ code: "custom", message, path: ["feeSplitManagerConsent"] });
    }
    // Programs send the default as well.
    if ((body.creatorShare ?? 0) !== 0 && !isGiven(body.feeSplitRecipients)) {
      const message = "is only possible with feeSplitRecipients";
      ctx.addIssue({ code: "custom", message, path: ["creatorShare"] });
    }
  })
  .meta({ required: ["name", "symbol"] });

/** A parsed launch request. `marketCapUsdc` has 6 decimals; null means the default. */
export type LaunchRequest = {
  token: TokenDescription;
  creator: Identity | null;
  feeShareBps: number;
  marketCapUsdc: bigint | null;
  treasury: TreasuryRequest;
  /** When trading opens, in Unix seconds; absent means at once. */
  startTime?: number;
  /** Present if purchases cost more at first. */
  launchProtection?: true;
  /** Percent of the ordinary fee for the referrer of a trade; absent means 0. */
  referralPercent?: number;
  /** If `token` has no image, the video's thumbnail is used. */
  videoUid: string | null;
  /** The solved challenge; absent without. */
  proofOfWork?: string;
  dryRun: boolean;
};

export const launchRequest = launchFields.transform(toLaunchRequest);

export function toLaunchRequest(body: z.output<typeof launchFields>): LaunchRequest {
  const { name, symbol, description, imageIpfs } = body;
  return {
    token: {
      name: name ?? "",
      symbol: symbol ?? "",
      description: description ?? "",
      imageIpfs: imageIpfs ?? "",
      websiteUrl: body.websiteUrl,
      twitterUrl: body.twitterUrl,
      telegramUrl: body.telegramUrl,
      discordUrl: body.discordUrl,
    },
    creator: givenCreators(body)[0] ?? null,
    feeShareBps: body.creatorFeeSplit,
    marketCapUsdc: body.marketCap ?? null,
    treasury: toTreasury(body),
    ...(typeof body.startTime === "number" ? { startTime: body.startTime } : {}),
    ...(body.launchProtection ? { launchProtection: true as const } : {}),
    ...(body.referralShare ? { referralPercent: body.referralShare } : {}),
    videoUid: body.videoUID || null,
    ...(body.proofOfWork ? { proofOfWork: body.proofOfWork } : {}),
    dryRun: body.dryRun,
  };
}

function toTreasury(body: z.output<typeof launchFields>): TreasuryRequest {
  const { revenueManagerAddress, feeSplitManagerAddress, feeSplitRecipients, creatorShare } = body;
  if (revenueManagerAddress) return { kind: "revenue_manager", manager: revenueManagerAddress };
  if (feeSplitManagerAddress) {
    const consent = body.feeSplitManagerConsent ?? null;
    return { kind: "fee_split_manager", manager: feeSplitManagerAddress, consent };
  }
  if (!feeSplitRecipients) return { kind: "none" };
  return {
    kind: "fee_split",
    creatorFirstBps: creatorShare ?? 0,
    recipients: feeSplitRecipients,
  };
}

function givenCreators(body: z.output<z.ZodObject<typeof creatorFields>>): Identity[] {
  return IDENTITY_TYPES.flatMap((type) => {
    const value = body[`creator${IDENTITY_FIELDS[type]}`];
    return value === undefined || value === null ? [] : [toIdentity(type, value)];
  });
}
