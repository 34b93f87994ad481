import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../create-database";
import {
  blocks,
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "../schema/market";
import { revertBalances } from "./change-balances";
import type { MarketStore } from "./market-store";
import { moveCheckpoint, notifyMarket } from "./move-checkpoint";
import { readStatesAt } from "./read-states-at";
import { updateTokens } from "./update-tokens";

const EVENT_TABLES = [
  launches,
  swaps,
  transfers,
  supplyChanges,
  feeStreamTransfers,
  feeClaims,
  wallMoves,
] as const;

/** See `MarketStore.rollBack`. */
export async function rollBack(
  db: Database,
  chain: number,
  { expected, to }: Parameters<MarketStore["rollBack"]>[0],
): Promise<void> {
  await db.transaction(async (tx) => {
    await moveCheckpoint(tx, { chain, expected, next: to });
    // What follows from the events is taken back while their rows are still there.
    await revertBalances(tx, chain, to.block);
    await tx.delete(tokens).where(and(eq(tokens.chain, chain), gt(tokens.createdBlock, to.block)));
    await updateTokens(tx, chain, await readStatesAt(tx, chain, to.block));
    for (const table of EVENT_TABLES) {
      await tx.delete(table).where(and(eq(table.chain, chain), gt(table.block, to.block)));
    }
    await tx.delete(blocks).where(and(eq(blocks.chain, chain), gt(blocks.number, to.block)));
    await notifyMarket(tx, { chain, block: to.block, kind: "rollback" });
  });
}
