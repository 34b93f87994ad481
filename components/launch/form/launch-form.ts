import { formatUnits } from "viem";
import { z } from "zod";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { splitFields, toRecipients } from "@/components/recipients/split-draft";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import type { launchRequest } from "@/lib/features/launch/schema/request";
import { parseAmount } from "@/lib/features/trade/rules/amounts";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { completeLink, type LinkKind } from "@/lib/shared/text/complete-link";
import { plainText, readNumber } from "@/lib/shared/text/number-text";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { parsePercent } from "@/lib/web/format/percent";

/** Media of a launch: an uploaded image or an approved video. */
const media = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("image"), cid: z.string(), name: z.string() }),
  z.object({
    kind: z.literal("video"),
    uid: z.string(),
    name: z.string(),
    thumbnailUrl: z.string().nullable(),
    thumbnailCid: z.string().nullable(),
  }),
]);
export type LaunchMedia = z.output<typeof media>;

/** The sender of the launch, who pays the gas. */
const payer = z.enum(["service", "wallet"]);

/** A moderator's consent, and what it is for: the payer decides how long it is valid. */
const managerConsent = z.object({
  payer,
  chain: z.enum(CHAIN_SLUGS),
  manager: z.string(),
  nonce: z.string(),
  deadline: z.string(),
  signature: z.string(),
});
export type ManagerConsent = z.output<typeof managerConsent>;

/** Form values as text, so that a draft is stored with invalid input included. */
export const launchDraft = z.object({
  chain: z.enum(CHAIN_SLUGS),
  name: z.string(),
  symbol: z.string(),
  description: z.string(),
  websiteUrl: z.string(),
  twitterUrl: z.string(),
  telegramUrl: z.string(),
  discordUrl: z.string(),
  media: media.nullable(),
  creator: z.object({ type: z.enum(["none", ...IDENTITY_TYPES]), id: z.string() }),
  treasury: z.enum(["none", "fee_split", "revenue_manager", "fee_split_manager"]),
  managerAddress: z.string(),
  /** The moderator's consent to attach the token to a dynamic split. */
  managerConsent: managerConsent.nullable(),
  ...splitFields,
  /** Percentage of the creator share that the creator receives before the recipients. */
  creatorFirstPercent: z.string(),
  /** Creator share of fees in percent; the rest funds buybacks. */
  feeSharePercent: z.string(),
  /** Whether purchases pay a higher fee when trading opens. */
  launchProtection: z.boolean(),
  /** Percentage of the trading fee for referrers; empty for none. */
  referralPercent: z.string(),
  marketCapUsd: z.string(),
  /** Local date and time of `datetime-local`; empty to open trading at once. */
  opensAt: z.string(),
  payer,
  /** ETH that the creator spends on tokens at launch; only if a wallet pays. */
  firstBuyEth: z.string(),
});
export type LaunchDraft = z.output<typeof launchDraft>;

/** A stored draft; those of earlier versions lack the latest fields. */
export const storedDraft = launchDraft.extend({
  // Consents without a payer are valid for a day, like those for the service.
  managerConsent: managerConsent
    .extend({ payer: payer.default("service") })
    .nullable()
    .default(null),
  launchProtection: launchDraft.shape.launchProtection.default(false),
  referralPercent: launchDraft.shape.referralPercent.default(""),
  opensAt: launchDraft.shape.opensAt.default(""),
  payer: launchDraft.shape.payer.default("service"),
  firstBuyEth: launchDraft.shape.firstBuyEth.default(""),
});

export const EMPTY_DRAFT: LaunchDraft = {
  chain: "base",
  name: "",
  symbol: "",
  description: "",
  websiteUrl: "",
  twitterUrl: "",
  telegramUrl: "",
  discordUrl: "",
  media: null,
  creator: { type: "email", id: "" },
  treasury: "none",
  managerAddress: "",
  managerConsent: null,
  splitMode: "equal",
  recipients: [],
  creatorFirstPercent: "0",
  feeSharePercent: "80",
  launchProtection: false,
  referralPercent: "",
  marketCapUsd: "4000",
  opensAt: "",
  payer: "service",
  firstBuyEth: "",
};

export type LaunchBody = z.input<typeof launchRequest>;

/**
 * Builds the `launch-memecoin` body. Unparsable values are passed through for the schema to reject.
 */
export function draftToLaunchBody(draft: LaunchDraft): LaunchBody {
  const { name, symbol, description, creator, media: face } = draft;
  return {
    name,
    symbol: normalizeSymbol(symbol),
    description,
    ...(face?.kind === "image" ? { imageIpfs: face.cid } : {}),
    ...(face?.kind === "video" ? { videoUID: face.uid } : {}),
    ...getLinks(draft),
    ...(creator.type === "none"
      ? {}
      : {
          [`creator${IDENTITY_FIELDS[creator.type]}`]: cleanIdentityInput(creator.type, creator.id),
        }),
    ...treasuryFields(draft),
    creatorFeeSplit: String(parsePercent(draft.feeSharePercent, 2) ?? draft.feeSharePercent),
    ...(draft.launchProtection ? { launchProtection: true } : {}),
    ...referralFields(draft),
    marketCap: toUsdc(draft.marketCapUsd) ?? draft.marketCapUsd,
    ...(draft.opensAt === "" ? {} : { startTime: toUnixSeconds(draft.opensAt) ?? draft.opensAt }),
  };
}

function referralFields({
  referralPercent: text,
}: Pick<LaunchDraft, "referralPercent">): LaunchBody {
  if (text.trim() === "") return {};
  const percent = parsePercent(text, 0);
  return percent === 0 ? {} : { referralShare: String(percent ?? text) };
}

/** Link fields and the site that completes each. */
export const LINK_KIND_BY_FIELD = {
  websiteUrl: "website",
  twitterUrl: "twitter",
  telegramUrl: "telegram",
  discordUrl: "discord",
} as const satisfies Partial<Record<keyof LaunchDraft, LinkKind>>;
export type LinkField = keyof typeof LINK_KIND_BY_FIELD;
export const LINK_FIELD_NAMES = ["websiteUrl", "twitterUrl", "telegramUrl", "discordUrl"] as const;

/** Returns the completed links of a draft. */
export function getLinks(draft: Pick<LaunchDraft, LinkField>): Partial<Record<LinkField, string>> {
  return Object.fromEntries(
    LINK_FIELD_NAMES.flatMap((field) => {
      const url = completeLink(LINK_KIND_BY_FIELD[field], draft[field]);
      return url === "" ? [] : [[field, url]];
    }),
  );
}

function treasuryFields(draft: LaunchDraft): LaunchBody {
  const { treasury, managerAddress, creatorFirstPercent } = draft;
  if (treasury === "none") return {};
  const manager = cleanIdentityInput("wallet", managerAddress);
  if (treasury === "revenue_manager") return { revenueManagerAddress: manager };
  if (treasury === "fee_split_manager") {
    const consent = consentOf(draft);
    return {
      feeSplitManagerAddress: manager,
      ...(consent === null ? {} : { feeSplitManagerConsent: consent }),
    };
  }
  return {
    feeSplitRecipients: toRecipients(draft),
    creatorShare: parsePercent(creatorFirstPercent, 2) ?? creatorFirstPercent,
  };
}

/** The draft's consent if it is for the draft's manager and payer. */
function consentOf({
  chain,
  managerAddress,
  payer,
  managerConsent: consent,
}: Pick<LaunchDraft, "chain" | "managerAddress" | "payer" | "managerConsent">) {
  if (consent === null || consent.chain !== chain || consent.payer !== payer) return null;
  const manager = cleanIdentityInput("wallet", managerAddress);
  if (consent.manager.toLowerCase() !== manager.toLowerCase()) return null;
  const { nonce, deadline, signature } = consent;
  return { nonce, deadline, signature };
}

/** The first buy of a draft in wei; 0 without one, null if the text is not an amount. */
export function firstBuyWeiOf({
  payer,
  firstBuyEth,
}: Pick<LaunchDraft, "payer" | "firstBuyEth">): bigint | null {
  if (payer === "service" || firstBuyEth.trim() === "") return 0n;
  return parseAmount(firstBuyEth, decimalMark());
}

/** Number format of a market cap. */
export const USD_RULES = { decimals: 6, units: ["$", "USDC", "USD"] } as const;

/** Normalizes typed US dollars (`$4,000.50`) to a plain decimal; null when invalid. */
export function tidyUsd(text: string): string | null {
  const rules = { ...USD_RULES, mark: decimalMark() };
  const { value } = readNumber(text, rules);
  return value === null ? null : plainText(value, rules);
}

/** Converts typed US dollars to USDC units (6 decimals); null when invalid. */
export function toUsdc(text: string): string | null {
  const value = tidyUsd(text);
  if (value === null) return null;
  const [whole = "", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(USD_RULES.decimals, "0")).toString();
}

/** Converts USDC units (6 decimals) to the text of a field, which `toUsdc` converts back. */
export function usdText(usdc: string): string {
  const value = formatUnits(BigInt(usdc), USD_RULES.decimals);
  return plainText(value, { ...USD_RULES, mark: decimalMark() });
}

/** The Unix seconds of a local date and time (`2026-12-24T18:00`); null when invalid. */
export function toUnixSeconds(local: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return null;
  const milliseconds = Date.parse(local);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1_000);
}

/** The request of one key: the chain and the body of `draft`, whoever pays. */
export function requestOf(draft: LaunchDraft): string {
  return JSON.stringify([draft.chain, draftToLaunchBody(draft)]);
}

/** Request fields that have another name in the form. */
const FORM_PATHS: Record<string, readonly string[]> = {
  imageIpfs: ["media"],
  videoUID: ["media"],
  creator: ["creator", "id"],
  revenueManagerAddress: ["managerAddress"],
  feeSplitManagerAddress: ["managerAddress"],
  feeSplitManagerConsent: ["managerAddress"],
  feeSplitRecipients: ["recipients"],
  creatorShare: ["creatorFirstPercent"],
  creatorFeeSplit: ["feeSharePercent"],
  referralShare: ["referralPercent"],
  marketCap: ["marketCapUsd"],
  startTime: ["opensAt"],
  firstBuyWei: ["firstBuyEth"],
  ...Object.fromEntries(
    Object.values(IDENTITY_FIELDS).map((field) => [`creator${field}`, ["creator", "id"]]),
  ),
};

/** Maps an API error path to the form field that shows it. */
export function toFormPath(path: readonly PropertyKey[]): PropertyKey[] {
  const [field, ...rest] = path;
  const own = FORM_PATHS[String(field)] ?? [String(field)];
  return [...own, ...rest.map((part) => (part === "split" ? "share" : part))];
}
