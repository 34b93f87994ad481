import { sql } from "drizzle-orm";
import type { Executor } from "../create-database";
import { OUTBOX_CHANNEL } from "../launches/insert-job";
import { outbox } from "../schema/launch";

/** Writes an event for each video in the transaction that it speaks of. */
export async function emitVideoEvent(
  tx: Executor,
  name: "video/uploaded" | "video/encoded",
  uids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.insert(outbox).values(uids.map((uid) => ({ name, data: { uid }, createdAt: at })));
  await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`);
}
