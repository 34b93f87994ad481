import { eq } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { webhooks } from "./tables";

/** Moves the webhooks of an account that is about to be removed; otherwise nobody could end them. */
export async function moveWebhooks(
  tx: Executor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.update(webhooks).set({ accountId: to }).where(eq(webhooks.accountId, from));
}
