import type { Executor } from "@/lib/drivers/db/create-database";
import { contentKey } from "@/lib/shared/cid";
import { content } from "./tables";

/** Requests the moderation of a token's image, unless it is known already. */
export async function requestContent(db: Executor, cid: string, now: Date): Promise<void> {
  await db
    .insert(content)
    .values({ cid: contentKey(cid), state: "pending", nextAttemptAt: now })
    .onConflictDoNothing();
}
