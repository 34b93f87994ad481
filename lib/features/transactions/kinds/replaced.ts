import type { Address } from "viem";
import type { AccountReader } from "@/lib/drivers/chain/create-account-reader";
import type { TransactionContext } from "./kind";

/** Until this age a missing receipt counts as a delay of the node, not as a replaced transaction. */
const RECEIPT_DELAY_MS = 60_000;
export const REPLACED = "Another transaction of this wallet replaced it";

/**
 * Whether another transaction used the nonce of one that a managed wallet sent: its owner may also use
 * the wallet outside this service.
 */
export async function isReplaced(
  ctx: Pick<TransactionContext, "clock" | "signedTransactions">,
  chain: Pick<AccountReader, "nonceOf">,
  { id, payload }: { id: string; payload: { wallet: Address } },
): Promise<boolean> {
  const [stored] = await ctx.signedTransactions.listOf(id);
  const ageMs = ctx.clock.now().getTime() - (stored?.createdAt.getTime() ?? 0);
  if (stored === undefined || ageMs < RECEIPT_DELAY_MS) return false;
  return (await chain.nonceOf(payload.wallet)) > stored.nonce;
}
