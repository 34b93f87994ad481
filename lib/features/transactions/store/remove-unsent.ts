import { and, inArray, lt, type SQL } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realms } from "@/lib/shared/realm";
import type { Transaction } from "../transaction";
import { isUnsentLaunch, ofRealms } from "./conditions";
import { COLUMNS } from "./find-of-owners";
import { transactions } from "./tables";

const REMOVED_AT_ONCE = 500;

/** Prepared launches that ended before a time without having been sent; at most `REMOVED_AT_ONCE`. */
export async function listUnsent(
  db: Database,
  realms: Realms,
  before: Date,
): Promise<Transaction[]> {
  return db
    .select(COLUMNS)
    .from(transactions)
    .where(isUnsent(realms, before))
    .limit(REMOVED_AT_ONCE);
}

/** Removes those of `ids` that still ended before a time without having been sent. */
export async function removeUnsent(
  db: Database,
  realms: Realms,
  { ids, before }: { ids: readonly string[]; before: Date },
): Promise<{ id: string }[]> {
  return db
    .delete(transactions)
    .where(and(isUnsent(realms, before), inArray(transactions.id, [...ids])))
    .returning({ id: transactions.id });
}

function isUnsent(realms: Realms, before: Date): SQL | undefined {
  return and(isUnsentLaunch, lt(transactions.finishedAt, before), ofRealms(realms));
}
