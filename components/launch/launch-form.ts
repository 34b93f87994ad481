import { z } from "zod";
import { formatPercent, parsePercent } from "@/lib/client/percent";
import { CHAIN_SLUGS } from "@/lib/domain/chains";
import { equalSplit } from "@/lib/domain/fee-split";
import { IDENTITY_TYPES } from "@/lib/domain/identity";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { launchRequest } from "@/lib/schemas/launch";

/** What a launch has for a face: a picture in the content store, or a video that was approved. */
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

/** The form as it is typed: text throughout, so that a draft is kept as it stands, mistakes too. */
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
  splitMode: z.enum(["equal", "custom"]),
  recipients: z.array(
    z.object({ type: z.enum(IDENTITY_TYPES), id: z.string(), share: z.string() }),
  ),
  /** Percent of the people's part for the creator ahead of the recipients. */
  creatorSharePercent: z.string(),
  /** Percent of the trading fee for people; the rest buys back. */
  peoplePercent: z.string(),
  marketCapUsd: z.string(),
});
export type LaunchDraft = z.output<typeof launchDraft>;

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
  splitMode: "equal",
  recipients: [],
  creatorSharePercent: "0",
  peoplePercent: "80",
  marketCapUsd: "4000",
};

export type LaunchBody = z.input<typeof launchRequest>;

/** What `launch-memecoin` is sent. Values that can't be read stay as typed, for its schema to refuse. */
export function toLaunchBody(draft: LaunchDraft): LaunchBody {
  const { name, symbol, description, creator, media: face } = draft;
  return {
    name,
    symbol,
    description,
    ...(face?.kind === "image" ? { imageIpfs: face.cid } : {}),
    ...(face?.kind === "video" ? { videoUID: face.uid } : {}),
    ...links(draft),
    ...(creator.type === "none"
      ? {}
      : { [`creator${IDENTITY_FIELDS[creator.type]}`]: creator.id.trim() }),
    ...treasuryFields(draft),
    creatorFeeSplit: String(parsePercent(draft.peoplePercent, 2) ?? draft.peoplePercent),
    marketCap: toUsdc(draft.marketCapUsd) ?? draft.marketCapUsd,
  };
}

function links(draft: LaunchDraft): LaunchBody {
  const { websiteUrl, twitterUrl, telegramUrl, discordUrl } = draft;
  const all = { websiteUrl, twitterUrl, telegramUrl, discordUrl };
  return Object.fromEntries(Object.entries(all).filter(([, url]) => url.trim() !== ""));
}

function treasuryFields(draft: LaunchDraft): LaunchBody {
  const { treasury, managerAddress, splitMode, creatorSharePercent } = draft;
  if (treasury === "none") return {};
  if (treasury === "revenue_manager") return { revenueManagerAddress: managerAddress.trim() };
  if (treasury === "fee_split_manager") return { feeSplitManagerAddress: managerAddress.trim() };
  return {
    feeSplitRecipients: draft.recipients.map(({ type, id, share }) => ({
      type,
      id: id.trim(),
      ...(splitMode === "custom" ? { split: String(parsePercent(share, 5) ?? share) } : {}),
    })),
    creatorShare: parsePercent(creatorSharePercent, 2) ?? creatorSharePercent,
  };
}

/** US dollars as typed (`4,000` or `4000.5`) in USDC's 6 decimals; null when it is no such amount. */
export function toUsdc(text: string): string | null {
  const match = /^(\d{1,15})(?:\.(\d{0,6}))?$/.exec(text.trim().replaceAll(/[,_\s$]/g, ""));
  if (match === null) return null;
  return BigInt((match[1] ?? "") + (match[2] ?? "").padEnd(6, "0")).toString();
}

/** The share of each recipient in micro-percent; null for one that can't be read. */
export function sharesOf(
  draft: Pick<LaunchDraft, "splitMode" | "recipients">,
): readonly (number | null)[] {
  const { splitMode, recipients } = draft;
  if (recipients.length === 0) return [];
  if (splitMode === "equal") return equalSplit(recipients.length);
  return recipients.map(({ share }) => parsePercent(share, 5));
}

/** The recipients with equal shares written out; the last one takes the remainder. */
export function equalise(recipients: LaunchDraft["recipients"]): LaunchDraft["recipients"] {
  if (recipients.length === 0) return [];
  const shares = equalSplit(recipients.length);
  return recipients.map((row, index) => ({ ...row, share: formatPercent(shares[index] ?? 0, 5) }));
}

/** Fields of the body that the form spells otherwise. */
const FORM_PATHS: Record<string, readonly string[]> = {
  imageIpfs: ["media"],
  videoUID: ["media"],
  creator: ["creator", "id"],
  revenueManagerAddress: ["managerAddress"],
  feeSplitManagerAddress: ["managerAddress"],
  feeSplitRecipients: ["recipients"],
  creatorShare: ["creatorSharePercent"],
  creatorFeeSplit: ["peoplePercent"],
  marketCap: ["marketCapUsd"],
  ...Object.fromEntries(
    Object.values(IDENTITY_FIELDS).map((field) => [`creator${field}`, ["creator", "id"]]),
  ),
};

/** Where the form shows a mistake that the interface names by `path`. */
export function formPath(path: readonly PropertyKey[]): PropertyKey[] {
  const [field, ...rest] = path;
  const own = FORM_PATHS[String(field)] ?? [String(field)];
  return [...own, ...rest.map((part) => (part === "split" ? "share" : part))];
}

/** The draft with every rule of the interface, checked by the interface's own schema. */
export const launchForm = launchDraft.superRefine((draft, ctx) => {
  const seen = new Set<string>();
  const refuse = (path: PropertyKey[], message: string) => {
    const key = path.join(".");
    if (seen.has(key)) return;
    seen.add(key);
    ctx.addIssue({ code: "custom", path, message });
  };
  checkPercents(draft, refuse);
  if (draft.media === null) refuse(["media"], "Add a picture or a video");
  const checked = launchRequest.safeParse(toLaunchBody(draft));
  for (const issue of checked.error?.issues ?? []) {
    if (issue.path.length > 0) refuse(formPath(issue.path), issue.message);
  }
});

function checkPercents(draft: LaunchDraft, refuse: (path: PropertyKey[], text: string) => void) {
  if (parsePercent(draft.peoplePercent, 2) === null) {
    refuse(["peoplePercent"], "must be 0 to 100 with at most 2 decimals");
  }
  if (toUsdc(draft.marketCapUsd) === null) {
    refuse(["marketCapUsd"], "must be an amount in US dollars, such as 4000");
  }
  if (draft.treasury !== "fee_split") return;
  if (parsePercent(draft.creatorSharePercent, 2) === null) {
    refuse(["creatorSharePercent"], "must be 0 to 100 with at most 2 decimals");
  }
  if (draft.splitMode === "equal") return;
  sharesOf(draft).forEach((share, index) => {
    if (share === null || share === 0) {
      refuse(["recipients", index, "share"], "must be above 0 with at most 5 decimals");
    }
  });
}
