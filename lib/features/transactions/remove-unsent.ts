import type { ServiceContext } from "@/lib/context";
import { CHAINS } from "@/lib/shared/chains";
import { isOfKind } from "./transaction";

/**
 * Removes prepared launches that ended before a time without having been sent. One whose token is
 * indexed is reopened instead: a node that lagged hid the token when the permit expired.
 * @returns the ids of the removed ones
 */
export async function removeUnsentLaunches(
  { market, transactions }: Pick<ServiceContext, "market" | "transactions">,
  before: Date,
): Promise<string[]> {
  const unsent: string[] = [];
  for (const job of await transactions.listUnsent(before)) {
    if (!isOfKind(job, "prepared_launch")) continue;
    const { id, chain, payload } = job;
    const token = { chainId: CHAINS[chain].chainId, address: payload.expectedAddress };
    if ((await market.findLaunchHash(token)) === null) unsent.push(id);
    else await transactions.renewPermit(id, payload);
  }
  const removed = await transactions.removeUnsent({ ids: unsent, before });
  return removed.map(({ id }) => id);
}
