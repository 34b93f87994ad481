import { eq } from "drizzle-orm";
import type { Database } from "../create-database";
import {
  balances,
  blocks,
  checkpoints,
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "../schema/market";
import type { MarketStore } from "./market-store";
import { notifyMarket } from "./move-checkpoint";

const TABLES = [
  tokens,
  balances,
  launches,
  swaps,
  transfers,
  supplyChanges,
  feeStreamTransfers,
  feeClaims,
  wallMoves,
  blocks,
] as const;

/** See `MarketStore.resetChain`. */
export async function resetChain(
  db: Database,
  chain: number,
  start: Parameters<MarketStore["resetChain"]>[0],
): Promise<void> {
  const { block, hash, time, genesisHash, deployment } = start;
  await db.transaction(async (tx) => {
    const row = {
      genesisHash,
      deployment,
      block,
      blockHash: hash,
      blockTime: time,
      head: block,
      updatedAt: new Date(),
    };
    await tx
      .insert(checkpoints)
      .values({ chain, ...row })
      .onConflictDoUpdate({ target: checkpoints.chain, set: row });
    for (const table of TABLES) await tx.delete(table).where(eq(table.chain, chain));
    await tx.insert(blocks).values({ chain, number: block, hash });
    await notifyMarket(tx, { chain, block, kind: "rollback" });
  });
}
