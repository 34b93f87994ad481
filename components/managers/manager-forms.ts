import { z } from "zod";
import { addIssues, issueFor, mergeIssues } from "@/components/launch/form/form-issues";
import { explainChain } from "@/components/launch/form/unserved-chain";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { validateIdentity, validateRecipients } from "@/components/recipients/recipient-rules";
import { splitFields, toRecipients } from "@/components/recipients/split-draft";
import { feeSplitManagerRequest, revenueManagerRequest } from "@/lib/features/managers/schema";
import { IDENTITY_FIELDS } from "@/lib/schemas/identity";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { explainPercent, parsePercent } from "@/lib/web/format/percent";

const person = z.object({ type: z.enum(IDENTITY_TYPES), id: z.string() });

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

/** Builds the `create-revenue-manager` request body. */
export function toRevenueBody(draft: RevenueDraft): z.input<typeof revenueManagerRequest> {
  const { protocolFeePercent, recipient, ownerAddress } = draft;
  const owner = cleanIdentityInput("wallet", ownerAddress);
  return {
    protocolFee: String(parsePercent(protocolFeePercent, 2) ?? protocolFeePercent),
    [`recipient${IDENTITY_FIELDS[recipient.type]}`]: cleanIdentityInput(
      recipient.type,
      recipient.id,
    ),
    ...(owner === "" ? {} : { ownerAddress: owner }),
  };
}

/**
 * Draft schema with all rules of the API.
 * @param served the chains that this launchpad serves
 */
export const createRevenueSchema = (served: readonly ChainSlug[]) =>
  revenueDraft.superRefine((draft, ctx) => {
    const { chain, recipient, protocolFeePercent, ownerAddress } = draft;
    const own = [
      ...issueFor(["chain"], explainChain(chain, served)),
      ...issueFor(["protocolFeePercent"], explainPercent(protocolFeePercent, 2)),
      ...issueFor(["recipient", "id"], validateIdentity(recipient.type, recipient.id)),
      ...issueFor(
        ["ownerAddress"],
        ownerAddress.trim() === "" ? null : validateIdentity("wallet", ownerAddress),
      ),
    ];
    const checked = revenueManagerRequest.safeParse(toRevenueBody(draft));
    const general = (checked.error?.issues ?? []).map(({ path, message }) => {
      const field = String(path[0]);
      if (field === "protocolFee") return { path: ["protocolFeePercent"], message };
      return { path: field.startsWith("recipient") ? ["recipient", "id"] : [field], message };
    });
    addIssues(ctx, mergeIssues(own, general));
  });

export const splitDraft = z.object({
  chain: z.enum(CHAIN_SLUGS),
  ...splitFields,
  owner: person,
  creatorFirstPercent: z.string(),
});
export type SplitDraft = z.output<typeof splitDraft>;

export const EMPTY_SPLIT_DRAFT: SplitDraft = {
  chain: "base",
  splitMode: "equal",
  recipients: [],
  owner: { type: "wallet", id: "" },
  creatorFirstPercent: "0",
};

/** Builds the `create-fee-split-manager` request body. */
export function toSplitBody(draft: SplitDraft): z.input<typeof feeSplitManagerRequest> {
  const { owner, creatorFirstPercent } = draft;
  return {
    recipients: toRecipients(draft),
    [`owner${IDENTITY_FIELDS[owner.type]}`]: cleanIdentityInput(owner.type, owner.id),
    creatorShare: parsePercent(creatorFirstPercent, 2) ?? creatorFirstPercent,
  };
}

/**
 * Draft schema with all rules of the API.
 * @param served the chains that this launchpad serves
 */
export const createSplitSchema = (served: readonly ChainSlug[]) =>
  splitDraft.superRefine((draft, ctx) => {
    const { chain, owner, creatorFirstPercent } = draft;
    const own = [
      ...issueFor(["chain"], explainChain(chain, served)),
      ...validateRecipients(draft),
      ...issueFor(["owner", "id"], validateIdentity(owner.type, owner.id)),
      ...issueFor(["creatorFirstPercent"], explainPercent(creatorFirstPercent, 2)),
    ];
    const checked = feeSplitManagerRequest.safeParse(toSplitBody(draft));
    const general = (checked.error?.issues ?? []).map(({ path: [field, ...rest], message }) => {
      if (field === "creatorShare") return { path: ["creatorFirstPercent"], message };
      if (String(field).startsWith("owner")) return { path: ["owner", "id"], message };
      return { path: [String(field), ...rest], message };
    });
    addIssues(ctx, mergeIssues(own, general));
  });
