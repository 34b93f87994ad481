import type { z } from "zod";
import { mergeIssues } from "@/components/launch/form/form-issues";
import { getShares } from "@/components/launch/form/launch-form";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { validateRecipients } from "@/components/recipients/recipient-rules";
import { sharesRequest } from "@/lib/features/fees/schema/wallet-actions";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatPercent } from "@/lib/web/format/percent";
import type { ManagerEarner } from "@/lib/web/managers/read-manager";
import { type SharesDraft, sharesDraft } from "./stored-shares";

type SplitRef = { chain: ChainSlug; manager: string };

/** Form values for the current shares. */
export function toSharesDraft(earners: readonly ManagerEarner[]): SharesDraft {
  const recipients = earners
    .filter(({ share }) => share !== null && share > 0)
    .map(({ account, share }) => ({
      type: "wallet" as const,
      id: account,
      share: formatPercent(share ?? 0, 5),
    }));
  return { splitMode: "custom", recipients };
}

/** Builds the `manager-shares` request body. */
export function toSharesBody(split: SplitRef, draft: SharesDraft): z.input<typeof sharesRequest> {
  const shares = getShares(draft);
  return {
    ...split,
    recipients: draft.recipients.map(({ type, id, share }, index) => ({
      type,
      id: cleanIdentityInput(type, id),
      ...(draft.splitMode === "custom" ? { split: String(shares[index] ?? share) } : {}),
    })),
  };
}

/** Draft schema with all rules of the API, at form paths. */
export function sharesForm(split: SplitRef) {
  return sharesDraft.superRefine((draft, ctx) => {
    const checked = sharesRequest.safeParse(toSharesBody(split, draft));
    const issues = mergeIssues(validateRecipients(draft), checked.error?.issues ?? []);
    for (const { path, message } of issues) {
      ctx.addIssue({ code: "custom", path: [...path], message });
    }
  });
}
