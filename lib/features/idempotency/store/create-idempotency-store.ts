import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
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

/** A key as the request with this claim uses it. The same key may have been released and claimed again since. */
export type HeldKey = KeyClaim & Pick<KeyRecord, "claimedAt">;

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
  const heldBy = (held: HeldKey) => and(of(held), eq(idempotencyKeys.createdAt, held.claimedAt));
  /** Claims a key at a time unless it is claimed. */
  async function insert(on: Executor, { claimedAt: createdAt, ...held }: HeldKey): Promise<void> {
    const { operation, chain, key, fingerprint } = held;
    await on
      .insert(idempotencyKeys)
      .values({ operation, chain, realm: realmOf(chain), key, fingerprint, createdAt })
      .onConflictDoNothing();
  }
  /** Locks the key until the database transaction ends. @returns whether the claim holds it */
  async function lock(tx: Executor, held: HeldKey): Promise<boolean> {
    const { key } = idempotencyKeys;
    const rows = await tx.select({ key }).from(idempotencyKeys).where(heldBy(held)).for("update");
    return rows.length === 1;
  }
  return {
    find,
    /** Claims a key, or returns its earlier claim. */
    async claim(claim: KeyClaim): Promise<KeyRecord> {
      const claimedAt = now();
      await insert(db, { ...claim, claimedAt });
      return (await find(claim)) ?? { fingerprint: claim.fingerprint, answer: null, claimedAt };
    },
    /**
     * Claims a key again if a concurrent request of the same claim released it, and locks it.
     * @param tx the database transaction that stores what the request does
     * @returns false if a later claim has the key
     */
    async hold(tx: Executor, held: HeldKey): Promise<boolean> {
      await insert(tx, held);
      return lock(tx, held);
    },
    /** Stores the first answer, unless a later claim has the key. */
    async answer(held: HeldKey, answer: Record<string, unknown>): Promise<void> {
      const isFirst = isNull(idempotencyKeys.answer);
      await db
        .update(idempotencyKeys)
        .set({ answer })
        .where(and(heldBy(held), isFirst));
    },
    /**
     * Releases a key whose request was rejected, unless a later claim has it.
     * @param isUsed whether a concurrent request of the same claim did what it is for; runs while none can
     */
    async release(held: HeldKey, isUsed: (tx: Executor) => Promise<boolean>): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await lock(tx, held)) || (await isUsed(tx))) return;
        await tx.delete(idempotencyKeys).where(heldBy(held));
      });
    },
    async removeBefore(moment: Date): Promise<void> {
      await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, moment));
    },
  };
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;
