import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./create-database";

/** Small enough that one statement does not block other queries. */
export const DELETED_AT_ONCE = 5_000;

/** Deletes up to `DELETED_AT_ONCE` rows. @returns their number */
export async function deleteBatch(db: Executor, table: PgTable, where: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${where} limit ${DELETED_AT_ONCE}))`);
  return rowCount ?? 0;
}

/** Deletes rows in batches, so that a long backlog does not exceed the statement timeout. */
export async function deleteInBatches(db: Executor, table: PgTable, where: SQL): Promise<void> {
  while ((await deleteBatch(db, table, where)) === DELETED_AT_ONCE);
}
