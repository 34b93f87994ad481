import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { blocks, checkpoints, tokens } from "../schema/market";
import { managers } from "../schema/market-managers";
import { applyBatch } from "./apply-batch";
import type { MarketStore } from "./market-store";
import { moveWindow } from "./move-window";
import { resetModel } from "./reset-model";
import { rollBack } from "./roll-back";

/** The indexer's side of one model's rows. */
export function createMarketStore(
  db: Database,
  model: { id: number; chainId: number },
): MarketStore {
  const chain = model.id;
  return {
    model: chain,
    async findCheckpoint() {
      const [row] = await db.select().from(checkpoints).where(eq(checkpoints.chain, chain));
      if (row === undefined) return null;
      const { block, blockHash, blockTime, genesisHash, deployment, windowAt } = row;
      return { block, hash: blockHash, time: blockTime, genesisHash, deployment, windowAt };
    },
    reset: (start) => resetModel(db, model, start),
    listPools: () =>
      db
        .select({ poolId: tokens.poolId, token: tokens.address })
        .from(tokens)
        .where(eq(tokens.chain, chain)),
    async listManagers() {
      const rows = await db
        .select({ address: managers.address })
        .from(managers)
        .where(eq(managers.chain, chain));
      return rows.map(({ address }) => address);
    },
    applyBatch: (batch) => applyBatch(db, model, batch),
    listBlocks: ({ atOrBelow, limit }) =>
      db
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(and(eq(blocks.chain, chain), lte(blocks.number, atOrBelow)))
        .orderBy(desc(blocks.number))
        .limit(limit),
    rollBack: (options) => rollBack(db, model, options),
    async touch(head) {
      await db
        .update(checkpoints)
        .set({ head, updatedAt: sql`now()` })
        .where(eq(checkpoints.chain, chain));
    },
    moveWindow: (time) => moveWindow(db, chain, time),
  };
}
