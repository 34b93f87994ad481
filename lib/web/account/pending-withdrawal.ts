import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { type NumberRules, plainText } from "@/lib/shared/text/number-text";
import { createStore } from "../create-store";
import { decimalMark } from "../format/format-decimal";
import { randomUuid } from "../random-uuid";

/**
 * A withdrawal form. Stored across reloads and a new sign-in. `confirmed` is set once the user has
 * confirmed it: sending the same `requestId` again never pays twice.
 */
const draft = z.object({
  accountId: z.string(),
  wallet: z.string(),
  chain: z.enum(CHAIN_SLUGS),
  to: z.string(),
  amount: z.string(),
  /** `at` in Unix milliseconds. Once `isRequested`, the service may send it. */
  confirmed: z
    .object({
      requestId: z.uuid(),
      at: z.number(),
      isRequested: z.boolean().default(true),
      /** In ETH, as the preview showed it. Earlier releases stored none. */
      feeAtMost: z.string().optional(),
    })
    .nullable(),
});
export type WithdrawalDraft = z.output<typeof draft>;

export const pendingWithdrawal = createStore("slipway.withdrawal", draft);

/** Whether a form asks for the whole balance. */
export function asksForEverything({ amount }: WithdrawalDraft): boolean {
  return amount.trim().toLowerCase() === "max";
}

/** How a reader types the amount. */
export function amountRules(): NumberRules {
  return { decimals: 18, units: ["ETH"], mark: decimalMark() };
}

/**
 * Confirms a form, for what its preview shows. Both the service and the form, which edits these values
 * after a failure, read its amount as the same number.
 */
export function confirmDraft(
  draft: WithdrawalDraft,
  preview: { amount: string; to: string; feeAtMost: string },
): WithdrawalDraft {
  return {
    ...draft,
    amount: asksForEverything(draft) ? "max" : plainText(preview.amount, amountRules()),
    to: preview.to,
    confirmed: {
      requestId: randomUuid(),
      at: Date.now(),
      isRequested: false,
      feeAtMost: preview.feeAtMost,
    },
  };
}

/** Older confirmations are dropped; the activity list shows their result. */
const CONFIRMED_MS = 10 * 60 * 1_000;

/**
 * The part of a stored withdrawal that a page continues. An old request is not offered again, because it may be
 * paid. If it was never sent because the browser was offline, the form keeps its values.
 * @param openedAt when the page was opened (Unix ms); a result that it shows does not expire
 */
export function withoutStale(draft: WithdrawalDraft, openedAt: number): WithdrawalDraft | null {
  const { confirmed } = draft;
  if (confirmed === null || openedAt - confirmed.at <= CONFIRMED_MS) return draft;
  return confirmed.isRequested ? null : { ...draft, confirmed: null };
}

/** Notes that a confirmed withdrawal is being requested, so that it is not called unsent. */
export function noteRequested(requestId: string): void {
  const stored = pendingWithdrawal.read();
  if (stored?.confirmed?.requestId !== requestId || stored.confirmed.isRequested) return;
  pendingWithdrawal.write({ ...stored, confirmed: { ...stored.confirmed, isRequested: true } });
}
