import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { blocks, checkpoints, tokens } from "../schema/market";
import { applyBatch } from "./apply-batch";
import type { MarketStore } from "./market-store";
import { resetChain } from "./reset-chain";
import { rollBack } from "./roll-back";
import { saveMetadata } from "./save-metadata";

/** The indexer's side of the market tables, for one chain. */
export function createMarketStore(db: Database, chain: number): MarketStore {
  return {
    async findCheckpoint() {
      const [row] = await db.select().from(checkpoints).where(eq(checkpoints.chain, chain));
      if (row === undefined) return null;
      const { block, blockHash, blockTime, genesisHash, deployment } = row;
      return { block, hash: blockHash, time: blockTime, genesisHash, deployment };
    },
    resetChain: (start) => resetChain(db, chain, start),
    listPools: () =>
      db
        .select({ poolId: tokens.poolId, token: tokens.address })
        .from(tokens)
        .where(eq(tokens.chain, chain)),
    applyBatch: (batch) => applyBatch(db, chain, batch),
    listBlocks: ({ atOrBelow, limit }) =>
      db
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(and(eq(blocks.chain, chain), lte(blocks.number, atOrBelow)))
        .orderBy(desc(blocks.number))
        .limit(limit),
    rollBack: (options) => rollBack(db, chain, options),
    async touch(head) {
      await db
        .update(checkpoints)
        .set({ head, updatedAt: sql`now()` })
        .where(eq(checkpoints.chain, chain));
    },
    listPendingMetadata: ({ now, limit }) =>
      db
        .select({
          token: tokens.address,
          uri: tokens.tokenUri,
          attempts: tokens.metadataAttempts,
        })
        .from(tokens)
        .where(
          and(
            eq(tokens.chain, chain),
            eq(tokens.metadataState, "pending"),
            lte(tokens.metadataRetryAt, now),
          ),
        )
        .orderBy(asc(tokens.metadataRetryAt))
        .limit(limit),
    saveMetadata: (uri, metadata) => saveMetadata(db, chain, uri, metadata),
    async failMetadata({ token, retryAt }) {
      await db
        .update(tokens)
        .set({
          metadataAttempts: sql`${tokens.metadataAttempts} + 1`,
          ...(retryAt === null ? { metadataState: "failed" } : { metadataRetryAt: retryAt }),
        })
        .where(and(eq(tokens.chain, chain), eq(tokens.address, token)));
    },
  };
}
