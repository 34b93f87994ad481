import { and, eq, gt } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { readStatesAt } from "@/lib/features/market/store/events/read-states-at";
import {
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  transfers,
  wallMoves,
} from "@/lib/features/market/store/tables/event-tables";
import { managerEvents } from "@/lib/features/market/store/tables/manager-tables";
import { positionChanges } from "@/lib/features/market/store/tables/position-tables";
import { blocks, tokens } from "@/lib/features/market/store/tables/tables";
import { removeTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { updateTokens } from "@/lib/features/market/store/tokens/token-states";
import { revertMarketDeliveries } from "@/lib/features/webhooks/store/add-market-deliveries";
import type { Realm } from "@/lib/shared/realm";
import { revertBalances } from "./change-balances";
import { revertCandles } from "./change-candles";
import { revertManagers } from "./change-managers";
import { revertPositions } from "./change-positions";
import type { Checkpoint, Pool } from "./dataset-types";
import { moveCheckpoint, notifyMarket } from "./move-checkpoint";
import { queueReverted, removeRanks } from "./ranks/change-ranks";

const EVENT_TABLES = [
  launches,
  swaps,
  transfers,
  positionChanges,
  supplyChanges,
  feeStreamTransfers,
  feeClaims,
  wallMoves,
  managerEvents,
] as const;

/** Pools and managers that were created after the block of a rollback. */
export type Removed = { pools: Pool[]; managers: Address[] };

/**
 * Rolls a dataset back to block `to`, which becomes the checkpoint.
 * @throws CheckpointMovedError
 */
export async function rollBack(
  db: Database,
  dataset: { id: number; chainId: number; realm: Realm },
  { expected, to }: { expected: Checkpoint; to: Checkpoint },
): Promise<Removed> {
  return db.transaction(async (tx) => {
    const move = { datasetId: dataset.id, expected, next: to };
    const { windowAt, isLive } = await moveCheckpoint(tx, move);
    const removed = await removeAfter(tx, dataset.id, { block: to.block, windowAt });
    if (!isLive) return removed;
    const { chainId, realm } = dataset;
    await revertMarketDeliveries(tx, { chainId, realm, block: to.block });
    const { block, hash } = to;
    await notifyMarket(tx, { chainId, block, hash, kind: "rollback" });
    return removed;
  });
}

/** Removes all rows after a block and reverts the state that they produced. */
export async function removeAfter(
  tx: Executor,
  datasetId: number,
  { block, windowAt }: { block: number; windowAt: number },
): Promise<Removed> {
  // Derived state is reverted while the event rows still exist.
  await queueReverted(tx, datasetId, block);
  const pools = await removeTokens(tx, datasetId, block);
  await revertBalances(tx, datasetId, block);
  await revertPositions(tx, datasetId, block);
  await revertCandles(tx, datasetId, block);
  const managers = await revertManagers(tx, datasetId, block);
  await updateTokens(tx, datasetId, await readStatesAt(tx, { datasetId, block, windowAt }));
  for (const table of EVENT_TABLES) {
    await tx.delete(table).where(and(eq(table.datasetId, datasetId), gt(table.block, block)));
  }
  await tx.delete(blocks).where(and(eq(blocks.datasetId, datasetId), gt(blocks.number, block)));
  return { pools, managers };
}

async function removeTokens(tx: Executor, datasetId: number, block: number): Promise<Pool[]> {
  const removed = await tx
    .delete(tokens)
    .where(and(eq(tokens.datasetId, datasetId), gt(tokens.createdBlock, block)))
    .returning({
      poolId: tokens.poolId,
      address: tokens.address,
      name: tokens.name,
      symbol: tokens.symbol,
    });
  // Ranks first: a refresh that has taken one of the tokens from the queue also writes its terms.
  await removeRanks(
    tx,
    datasetId,
    removed.map(({ address }) => address),
  );
  await removeTerms(tx, datasetId, removed);
  return removed.map(({ poolId, address }) => ({ poolId, token: address }));
}
