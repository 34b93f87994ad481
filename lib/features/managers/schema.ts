import { z } from "zod";
import { checksumAddress, hash32 } from "@/lib/schemas/common";
import { IDENTITY_FIELDS, IDENTITY_RULES, toIdentity } from "@/lib/schemas/identity";
import { recipientSpec } from "@/lib/schemas/recipients";
import { documentAs, wholeNumberForm } from "@/lib/schemas/wire-form";
import { IDENTITY_TYPES, type Identity } from "@/lib/shared/identity";

const PROTOCOL_FEE_TEXT = "Invalid protocol fee. Must be a number between 0 and 10000 (0-100%)";

/**
 * Basis points as text or number; null for anything else, so that callers choose the error text.
 */
const basisPoints = z.union([z.string(), z.number()]).transform((value) => {
  const text = String(value).trim();
  return /^\d{1,5}$/.test(text) && Number(text) <= 10_000 ? Number(text) : null;
});

type Role = "recipient" | "owner";

const recipientFields = {
  recipientAddress: IDENTITY_RULES.wallet
    .nullish()
    .meta({ description: "Fee recipient by address. Send exactly one of the four." }),
  recipientEmail: IDENTITY_RULES.email
    .nullish()
    .meta({ description: "Fee recipient by email. Send exactly one of the four." }),
  recipientTwitterUsername: IDENTITY_RULES.twitter
    .nullish()
    .meta({ description: "Fee recipient by X username. Send exactly one of the four." }),
  recipientFarcasterUsername: IDENTITY_RULES.farcaster
    .nullish()
    .meta({ description: "Fee recipient by Farcaster username. Send exactly one of the four." }),
};
const ownerFields = {
  ownerAddress: IDENTITY_RULES.wallet
    .nullish()
    .meta({ description: "Owner of the manager by address. Send exactly one of the four." }),
  ownerEmail: IDENTITY_RULES.email
    .nullish()
    .meta({ description: "Owner of the manager by email. Send exactly one of the four." }),
  ownerTwitterUsername: IDENTITY_RULES.twitter
    .nullish()
    .meta({ description: "Owner of the manager by X username. Send exactly one of the four." }),
  ownerFarcasterUsername: IDENTITY_RULES.farcaster.nullish().meta({
    description: "Owner of the manager by Farcaster username. Send exactly one of the four.",
  }),
};

function readIdentities(role: Role, body: Record<string, unknown>): Identity[] {
  return IDENTITY_TYPES.flatMap((type) => {
    const value = body[`${role}${IDENTITY_FIELDS[type]}`];
    return typeof value === "string" ? [toIdentity(type, value)] : [];
  });
}

function exactlyOneText(role: Role): string {
  const names = Object.values(IDENTITY_FIELDS).map((field) => `${role}${field}`);
  return `Exactly one of ${names.join(", ")} is required`;
}

export type RevenueManagerRequest = {
  protocolFeeBps: number;
  recipient: Identity;
  owner: Identity | null;
};

export const revenueManagerRequest = z
  .object({
    // Accepts anything: every invalid value has the same text and status, set below.
    protocolFee: z
      .custom<string | number>()
      .optional()
      .meta({
        description: "Protocol fee in basis points, 0 to 10000 (100 = 1%).",
        ...wholeNumberForm({ min: 0, max: 10_000 }),
      }),
    ...recipientFields,
    ownerAddress: IDENTITY_RULES.wallet
      .nullish()
      .meta({ description: "Owner of the manager. Default: the fee recipient." }),
  })
  .meta({ required: ["protocolFee"] })
  .transform((body, ctx): RevenueManagerRequest => {
    const fee = basisPoints.safeParse(body.protocolFee);
    const protocolFeeBps = fee.success ? fee.data : null;
    if (protocolFeeBps === null) {
      const params = { code: "invalid_protocol_fee" };
      ctx.addIssue({ code: "custom", message: PROTOCOL_FEE_TEXT, path: ["protocolFee"], params });
    }
    const [recipient, ...others] = readIdentities("recipient", body);
    if (recipient === undefined || others.length > 0) {
      ctx.addIssue({ code: "custom", message: exactlyOneText("recipient"), path: ["recipient"] });
    }
    if (protocolFeeBps === null || recipient === undefined) return z.NEVER;
    const owner = body.ownerAddress ? toIdentity("wallet", body.ownerAddress) : null;
    return { protocolFeeBps, recipient, owner };
  });

export const revenueManagerAnswer = z.strictObject({
  success: z.literal(true),
  managerAddress: checksumAddress,
  txHash: hash32,
  owner: checksumAddress,
  recipientAddress: checksumAddress,
  protocolFee: z.number().int().min(0).max(10_000),
  walletProvider: z
    .strictObject({ walletProviderUserId: z.string(), walletAddress: checksumAddress })
    .nullable(),
});

export type FeeSplitManagerRequest = {
  owner: Identity;
  creatorFirstBps: number;
  recipients: z.output<typeof recipientSpec>;
};

export const feeSplitManagerRequest = z
  .object({
    recipients: recipientSpec,
    ...ownerFields,
    creatorShare: documentAs(
      z.union([z.string(), z.number()]),
      wholeNumberForm({ min: 0, max: 10_000 }),
    )
      .nullish()
      .meta({
        description:
          "Share that the creator gets before the recipients, in basis points; default 0.",
      }),
  })
  .transform((body, ctx): FeeSplitManagerRequest => {
    const share = basisPoints.safeParse(body.creatorShare ?? 0);
    const creatorFirstBps = share.success ? share.data : null;
    if (creatorFirstBps === null) {
      const message = "must be 0 to 10000 basis points";
      ctx.addIssue({ code: "custom", message, path: ["creatorShare"] });
    }
    const [owner, ...others] = readIdentities("owner", body);
    if (owner === undefined || others.length > 0) {
      ctx.addIssue({ code: "custom", message: exactlyOneText("owner"), path: ["owner"] });
    }
    if (creatorFirstBps === null || owner === undefined) return z.NEVER;
    return { owner, creatorFirstBps, recipients: body.recipients };
  });

export const feeSplitManagerAnswer = z.strictObject({
  success: z.literal(true),
  message: z.string(),
  managerAddress: checksumAddress,
  txHash: hash32,
  owner: checksumAddress,
  recipients: z.array(
    z.strictObject({
      address: checksumAddress,
      percentage: z.string().regex(/^\d{1,3}\.\d{5}$/),
      originalInput: z.strictObject({ type: z.enum(IDENTITY_TYPES), id: z.string() }),
    }),
  ),
  totalRecipients: z.number().int().min(1).max(100),
});

export type RevenueManagerAnswer = z.output<typeof revenueManagerAnswer>;
export type FeeSplitManagerAnswer = z.output<typeof feeSplitManagerAnswer>;
