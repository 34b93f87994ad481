import { and, eq, lt } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { deleteInBatches } from "@/lib/drivers/db/delete-batch";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { idempotencyKeys } from "./tables";

/** A key is scoped to the operation and the chain. */
export type KeyScope = { operation: string; chain: ChainSlug; key: string };
/** The claim of a request with a key; `fingerprint` is equal for equal bodies. */
export type KeyClaim = KeyScope & { fingerprint: string };
/**
 * `answer` is null while the first request is running. `claimedAt` distinguishes two claims of a
 * key that expired in between.
 */
export type KeyRecord = {
  fingerprint: string;
  answer: Record<string, unknown> | null;
  claimedAt: Date;
};

/**
 * First answers by Idempotency-Key, separate for each realm: an operation on a sandbox chain does
 * not exist on the real chain.
 */
export function createIdempotencyStore(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const of = ({ operation, chain, key }: KeyScope) =>
    and(
      eq(idempotencyKeys.operation, operation),
      eq(idempotencyKeys.chain, chain),
      eq(idempotencyKeys.realm, realmOf(chain)),
      eq(idempotencyKeys.key, key),
    );
  async function find(scope: KeyScope): Promise<KeyRecord | null> {
    const { fingerprint, answer, createdAt: claimedAt } = idempotencyKeys;
    const columns = { fingerprint, answer, claimedAt };
    const [found] = await db.select(columns).from(idempotencyKeys).where(of(scope));
    return found ?? null;
  }
  return {
    find,
    /** Claims a key, or returns its earlier claim. */
    async claim(claim: KeyClaim): Promise<KeyRecord> {
      const claimedAt = now();
      const { operation, chain, key, fingerprint } = claim;
      await db
        .insert(idempotencyKeys)
        .values({
          operation,
          chain,
          realm: realmOf(chain),
          key,
          fingerprint,
          createdAt: claimedAt,
        })
        .onConflictDoNothing();
      return (await find(claim)) ?? { fingerprint, answer: null, claimedAt };
    },
    async answer(scope: KeyScope, answer: Record<string, unknown>): Promise<void> {
      await db.update(idempotencyKeys).set({ answer }).where(of(scope));
    },
    /** Releases a key whose request was rejected. */
    async release(scope: KeyScope): Promise<void> {
      await db.delete(idempotencyKeys).where(of(scope));
    },
    async removeBefore(moment: Date): Promise<void> {
      await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, moment));
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
