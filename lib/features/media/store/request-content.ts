import type { Executor } from "@/lib/drivers/db/create-database";
import { contentKey } from "@/lib/shared/cid";
import { content } from "./tables";

/** Has the moderation look at a picture that a token names, unless it is known already. */
export async function requestContent(db: Executor, cid: string, now: Date): Promise<void> {
  await db
    .insert(content)
    .values({ cid: contentKey(cid), state: "pending", nextAttemptAt: now })
    .onConflictDoNothing();
}
