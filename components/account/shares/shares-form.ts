import type { z } from "zod";
import { addIssues, mergeIssues } from "@/components/launch/form/form-issues";
import { validateRecipients } from "@/components/recipients/recipient-rules";
import { toRecipients } from "@/components/recipients/split-draft";
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
  return { ...split, recipients: toRecipients(draft) };
}

/** Draft schema with all rules of the API, at form paths. */
export function sharesForm(split: SplitRef) {
  return sharesDraft.superRefine((draft, ctx) => {
    const checked = sharesRequest.safeParse(toSharesBody(split, draft));
    addIssues(ctx, mergeIssues(validateRecipients(draft), checked.error?.issues ?? []));
  });
}
