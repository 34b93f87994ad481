import { z } from "zod";
import { sharesOf } from "@/components/launch/launch-form";
import { formatExact } from "@/lib/client/format-decimal";
import { formatPercent, parsePercent } from "@/lib/client/percent";
import { CHAIN_SLUGS } from "@/lib/domain/chains";
import { IDENTITY_TYPES } from "@/lib/domain/identity";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { feeSplitManagerRequest, revenueManagerRequest } from "@/lib/schemas/managers";

const person = z.object({ type: z.enum(IDENTITY_TYPES), id: z.string() });
const PERCENT_TEXT = "must be 0 to 100 with at most 2 decimals";

export const revenueDraft = z.object({
  chain: z.enum(CHAIN_SLUGS),
  protocolFeePercent: z.string(),
  recipient: person,
  ownerAddress: z.string(),
});
export type RevenueDraft = z.output<typeof revenueDraft>;

export const EMPTY_REVENUE_DRAFT: RevenueDraft = {
  chain: "base",
  protocolFeePercent: "20",
  recipient: { type: "wallet", id: "" },
  ownerAddress: "",
};

/** What `create-revenue-manager` is sent. */
export function toRevenueBody(draft: RevenueDraft): z.input<typeof revenueManagerRequest> {
  const { protocolFeePercent, recipient, ownerAddress } = draft;
  return {
    protocolFee: String(parsePercent(protocolFeePercent, 2) ?? protocolFeePercent),
    [`recipient${IDENTITY_FIELDS[recipient.type]}`]: recipient.id.trim(),
    ...(ownerAddress.trim() === "" ? {} : { ownerAddress: ownerAddress.trim() }),
  };
}

/** The draft with every rule of the interface. */
export const revenueForm = revenueDraft.superRefine((draft, ctx) => {
  if (parsePercent(draft.protocolFeePercent, 2) === null) {
    ctx.addIssue({ code: "custom", path: ["protocolFeePercent"], message: PERCENT_TEXT });
  }
  const checked = revenueManagerRequest.safeParse(toRevenueBody(draft));
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = String(path[0]);
    if (field === "protocolFee") continue;
    const own = field.startsWith("recipient") ? ["recipient", "id"] : [field];
    ctx.addIssue({ code: "custom", path: own, message });
  }
});

export const splitDraft = z.object({
  chain: z.enum(CHAIN_SLUGS),
  splitMode: z.enum(["equal", "custom"]),
  recipients: z.array(person.extend({ share: z.string() })),
  owner: person,
  creatorSharePercent: z.string(),
});
export type SplitDraft = z.output<typeof splitDraft>;

export const EMPTY_SPLIT_DRAFT: SplitDraft = {
  chain: "base",
  splitMode: "equal",
  recipients: [],
  owner: { type: "wallet", id: "" },
  creatorSharePercent: "0",
};

/** What `create-fee-split-manager` is sent. */
export function toSplitBody(draft: SplitDraft): z.input<typeof feeSplitManagerRequest> {
  const { recipients, splitMode, owner, creatorSharePercent } = draft;
  const shares = sharesOf(draft);
  return {
    recipients: recipients.map(({ type, id, share }, index) => ({
      type,
      id: id.trim(),
      ...(splitMode === "custom" ? { split: String(shares[index] ?? share) } : {}),
    })),
    [`owner${IDENTITY_FIELDS[owner.type]}`]: owner.id.trim(),
    creatorShare: parsePercent(creatorSharePercent, 2) ?? creatorSharePercent,
  };
}

export const splitForm = splitDraft.superRefine((draft, ctx) => {
  if (parsePercent(draft.creatorSharePercent, 2) === null) {
    ctx.addIssue({ code: "custom", path: ["creatorSharePercent"], message: PERCENT_TEXT });
  }
  const checked = feeSplitManagerRequest.safeParse(toSplitBody(draft));
  for (const { path, message } of checked.error?.issues ?? []) {
    const [field, ...rest] = path;
    if (field === "creatorShare") continue;
    const own = String(field).startsWith("owner")
      ? ["owner", "id"]
      : [String(field), ...rest.map((part) => (part === "split" ? "share" : part))];
    ctx.addIssue({ code: "custom", path: own, message });
  }
});

/** Basis points for people: 1250 is `12.5 %`. */
export function showBps(bps: number): string {
  return `${formatExact(formatPercent(bps, 2))} %`;
}
