import { lt, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { spentProofs } from "./tables";

/** Used proofs of work in PostgreSQL, so that every web server refuses them. */
export function createSpentProofs(db: Database, now: () => Date) {
  return {
    /**
     * Uses up a proof for a launch.
     * @returns false if another launch has used it
     */
    async spend(proof: { id: string; transactionId: string; expiresAt: Date }): Promise<boolean> {
      const [row] = await db
        .insert(spentProofs)
        .values(proof)
        // Returns the row of the first launch.
        .onConflictDoUpdate({ target: spentProofs.id, set: { id: sql`${spentProofs.id}` } })
        .returning({ transactionId: spentProofs.transactionId });
      return row?.transactionId === proof.transactionId;
    },
    async removeExpired(): Promise<void> {
      await db.delete(spentProofs).where(lt(spentProofs.expiresAt, now()));
    },
  };
}

export type SpentProofs = ReturnType<typeof createSpentProofs>;
