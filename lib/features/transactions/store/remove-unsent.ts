import { and, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realms } from "@/lib/shared/realm";
import { SENT_ELSEWHERE } from "../rules";
import { isOf } from "./queue";
import { transactions } from "./tables";

const REMOVED_AT_ONCE = 500;

/**
 * Removes prepared launches that ended before a time without having been sent.
 * @returns at most `REMOVED_AT_ONCE` removed ones
 */
export async function removeUnsent(
  db: Database,
  realms: Realms,
  before: Date,
): Promise<{ id: string }[]> {
  const isUnsent = and(
    inArray(transactions.kind, [...SENT_ELSEWHERE]),
    eq(transactions.state, "failed"),
    lt(transactions.finishedAt, before),
    isOf(realms),
  );
  const found = db.select({ id: transactions.id }).from(transactions).where(isUnsent);
  return db
    .delete(transactions)
    .where(and(isUnsent, inArray(transactions.id, found.limit(REMOVED_AT_ONCE))))
    .returning({ id: transactions.id });
}
