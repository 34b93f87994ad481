import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createStore } from "../create-store";

/**
 * A withdrawal form. Stored across reloads and a new sign-in. `confirmed` is set once it may be
 * sent: sending the same `requestId` again never pays twice.
 */
const draft = z.object({
  accountId: z.string(),
  wallet: z.string(),
  chain: z.enum(CHAIN_SLUGS),
  to: z.string(),
  amount: z.string(),
  /** `at` in Unix milliseconds. */
  confirmed: z.object({ requestId: z.uuid(), at: z.number() }).nullable(),
});
export type WithdrawalDraft = z.output<typeof draft>;

export const pendingWithdrawal = createStore("slipway.withdrawal", draft);
