import { z } from "zod";
import { IDENTITY_FIELDS, toIdentity } from "@/lib/schemas/identity";
import { orDefault } from "@/lib/schemas/optional";
import { isGiven, MISSING_FIELDS_TEXT, tokenFields } from "@/lib/schemas/token-fields";
import { documentAs, wholeNumberForm } from "@/lib/schemas/wire-form";
import { IDENTITY_TYPES, type Identity } from "@/lib/shared/identity";
import type { TokenDescription } from "../rules/token-metadata";
import type { TreasuryRequest } from "../rules/treasury";
import {
  basisPoints,
  creatorFields,
  pausedFields,
  treasuryFields,
  wholeNumber,
} from "./request-fields";

/** Largest part of the trading fee for referrers, in percent. Source: contracts, `Launchpad`. */
export const REFERRAL_SHARE_MAX = 20;

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
    creatorFeeSplit: orDefault(basisPoints, 8000).meta({
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
    dryRun: orDefault(z.boolean(), false).meta({ description: "Validate and simulate only." }),
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
  /** Percent of the trading fee for the referrer of a trade; absent means 0. */
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
