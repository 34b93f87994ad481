import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { ofRealms } from "./conditions";
import { transactions } from "./tables";

/** The exclusive keys of payouts to an account that reverted on chain after `since`. */
export async function findRevertedPayouts(
  db: Database,
  {
    realms,
    chain,
    account,
    since,
  }: { realms: Realms; chain: ChainSlug; account: Address; since: Date },
): Promise<Set<string>> {
  const reverted = await db
    .select({ key: transactions.exclusiveKey })
    .from(transactions)
    .where(
      and(
        eq(transactions.owner, account),
        eq(transactions.kind, "payout"),
        eq(transactions.chain, chain),
        eq(transactions.state, "failed"),
        isNotNull(transactions.transactionHash),
        gt(transactions.finishedAt, since),
        ofRealms(realms),
      ),
    );
  return new Set(reverted.flatMap(({ key }) => key ?? []));
}
