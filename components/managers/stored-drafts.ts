import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createStore, type StoredValue } from "@/lib/web/create-store";
import { revenueDraft, splitDraft } from "./manager-forms";

/** Form values and the last request sent from them. */
export type StoredDraft<Draft> = {
  draft: Draft;
  sent: {
    /**
     * The form values of the request; the form may have been edited since. Absent if an earlier
     * build stored them.
     */
    draft?: Draft | undefined;
    /** The request as JSON; an identical request reuses the key. */
    request: string;
    key: string;
    /** Unix milliseconds. */
    at: number;
    /** Whether the result of the request is unknown. */
    isOpen: boolean;
    /** Whether a response to the request has arrived. Absent if an earlier build stored it. */
    isAnswered?: boolean | undefined;
  } | null;
};

function createDraftStore<Draft>(
  name: string,
  draft: z.ZodType<Draft>,
): StoredValue<StoredDraft<Draft>> {
  const sent = z.object({
    draft: draft.optional(),
    request: z.string(),
    key: z.string(),
    at: z.number(),
    isOpen: z.boolean(),
    isAnswered: z.boolean().optional(),
  });
  return createStore(`slipway.${name}`, z.object({ draft, sent: sent.nullable() }));
}

/** Drafts of the managers page, stored across reloads: a split can have 100 recipients. */
export const revenueManagerDraft = createDraftStore("revenue-manager", revenueDraft);
export const feeSplitDraft = createDraftStore("fee-split", splitDraft);

/** The latest manager that was created after the user had left its form, until the user has seen it. */
export const createdMeanwhile = createStore(
  "slipway.created-manager",
  z.object({
    kind: z.enum(["revenue", "split"]),
    chain: z.enum(CHAIN_SLUGS),
    address: z.string(),
  }),
);
