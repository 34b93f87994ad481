import type { Executor } from "@/lib/drivers/db/create-database";
import { lockName, lockNumber } from "@/lib/drivers/db/locks/advisory-locks";

/** Until the transaction ends, no other process reserves space. */
export async function lockBudget(tx: Executor): Promise<void> {
  await lockNumber(tx, "uploads");
}

/**
 * Until the transaction ends, no other process reserves space for a CID or changes its content. Taken
 * before the budget's lock: a provider that does not respond must delay this CID only.
 */
export async function lockContent(tx: Executor, cid: string): Promise<void> {
  await lockName(tx, `content:${cid}`);
}
