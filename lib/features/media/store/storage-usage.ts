import { sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockNumber } from "@/lib/drivers/db/locks/advisory-locks";
import { assets, usageChanges } from "./tables";

/** Bytes that all assets occupy. Reads one row for each change since the latest `recountUsage`. */
export async function readUsage(db: Executor): Promise<number> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${usageChanges.bytes}), 0)` })
    .from(usageChanges);
  return Number(row?.total ?? 0);
}

/** Replaces the recorded changes by the sum of all assets. Delays no upload. */
export async function recountUsage(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Two that run at the same time would each add a sum.
    await lockNumber(tx, "usage");
    // One statement, so that both parts see the same committed assets with their changes.
    await tx.execute(sql`
      with replaced as (delete from ${usageChanges})
      insert into ${usageChanges} (bytes)
      select sum(${assets.sizeBytes}) from ${assets} having sum(${assets.sizeBytes}) > 0`);
  });
}
