import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createStore } from "../wallet/create-store";

/**
 * A withdrawal as it is filled in. It outlives the page, so that a new sign-in on the way and a
 * reload lose nothing. `confirmed` is set once it may be sent: the same `requestId`, sent again,
 * never pays twice.
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
