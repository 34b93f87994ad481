import { z } from "zod";
import { createStore, type StoredValue } from "@/lib/web/create-store";
import { revenueDraft, splitDraft } from "./manager-forms";

/** Form values and the last request sent from them. */
export type Kept<Draft> = {
  draft: Draft;
  sent: {
    /** The request as JSON; an identical request reuses the key. */
    request: string;
    key: string;
    /** Unix milliseconds. */
    at: number;
    /** Whether the result of the request is unknown. */
    isOpen: boolean;
  } | null;
};

const sent = z.object({
  request: z.string(),
  key: z.string(),
  at: z.number(),
  isOpen: z.boolean(),
});

function keep<Draft>(name: string, draft: z.ZodType<Draft>): StoredValue<Kept<Draft>> {
  return createStore(`slipway.${name}`, z.object({ draft, sent: sent.nullable() }));
}

/** Drafts of the managers page, kept across reloads: a split can have 100 recipients. */
export const keptRevenueManager = keep("revenue-manager", revenueDraft);
export const keptFeeSplit = keep("fee-split", splitDraft);
