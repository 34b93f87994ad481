import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";

/** Advisory lock that serializes the reservations of all processes; arbitrary number. */
const BUDGET_LOCK = 5_107_223;

/** Until the transaction ends, no other process records or removes an upload. */
export async function lockBudget(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BUDGET_LOCK})`);
}
