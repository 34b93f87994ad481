import type { ServiceContext } from "@/lib/context";
import { CHAINS } from "@/lib/shared/chains";
import { isOfKind, type Transaction } from "./transaction";

type Ctx = Pick<ServiceContext, "market" | "transactions">;

/**
 * Reopens a failed prepared launch whose token is indexed: a node that lagged hid the token when the
 * permit expired.
 * @returns whether it was reopened
 */
export async function reopenIndexed(
  { market, transactions }: Ctx,
  { id, chain, payload }: Transaction<"prepared_launch">,
): Promise<boolean> {
  const token = { chainId: CHAINS[chain].chainId, address: payload.expectedAddress };
  if ((await market.findLaunchHash(token)) === null) return false;
  await transactions.renewPermit(id, payload);
  return true;
}

/**
 * Removes prepared launches that ended before a time without having been sent, unless their token is
 * indexed.
 * @returns the ids of the removed ones
 */
export async function removeUnsentLaunches(ctx: Ctx, before: Date): Promise<string[]> {
  const unsent: string[] = [];
  for (const job of await ctx.transactions.listUnsent(before)) {
    if (!isOfKind(job, "prepared_launch") || (await reopenIndexed(ctx, job))) continue;
    unsent.push(job.id);
  }
  const removed = await ctx.transactions.removeUnsent({ ids: unsent, before });
  return removed.map(({ id }) => id);
}
