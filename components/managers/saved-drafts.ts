import { z } from "zod";
import { createStore, type StoredValue } from "@/lib/web/wallet/create-store";
import { revenueDraft, splitDraft } from "./manager-forms";

/** What was typed into a form, and the last request that was sent of it. */
export type Kept<Draft> = {
  draft: Draft;
  sent: {
    /** The request as JSON: the same one again has the same key. */
    request: string;
    key: string;
    /** Unix milliseconds. */
    at: number;
    /** Whether nobody knows yet what came of it. */
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

/** The forms of the managers page outlive it: up to 100 people are not typed twice. */
export const keptRevenueManager = keep("revenue-manager", revenueDraft);
export const keptFeeSplit = keep("fee-split", splitDraft);
