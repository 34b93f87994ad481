import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { lockNumberOf } from "@/lib/drivers/db/locks/advisory-locks";

/** Until the transaction ends, no other process reserves space. */
export async function lockBudget(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumberOf("uploads")})`);
}

/**
 * Until the transaction ends, no other process reserves space for a CID or changes its content. Taken
 * before the budget's lock: a provider that does not respond must delay this CID only.
 */
export async function lockContent(tx: Executor, cid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`content:${cid}`}, 0))`);
}
