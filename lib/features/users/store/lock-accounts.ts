import { asc, inArray } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { accounts } from "./tables";

/**
 * Locks accounts until the transaction ends, for changes of their identities, link requests and
 * watchlists. A transaction locks all its accounts at once and before their rows, so that two of them
 * never wait for each other. New rows that only refer to an account are not blocked.
 * @returns how many of the accounts exist
 */
export async function lockAccounts(tx: Executor, ids: readonly string[]): Promise<number> {
  const locked = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]))
    .orderBy(asc(accounts.id))
    .for("no key update");
  return locked.length;
}
