import { and, eq, lt, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { arrayParam, insertRows } from "@/lib/drivers/db/insert-rows";
import { readView, type Touched } from "@/lib/features/market/store/read-view";
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
import { blocks, metadata, tokens } from "@/lib/features/market/store/tables/tables";
import { addTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { toTokenColumns, updateTokens } from "@/lib/features/market/store/tokens/token-states";
import { addMarketDeliveries } from "@/lib/features/webhooks/store/add-market-deliveries";
import type { Realm } from "@/lib/shared/realm";
import { changeBalances } from "./change-balances";
import { addCandles } from "./change-candles";
import { changeManagers } from "./change-managers";
import { changePositions } from "./change-positions";
import type { Checkpoint, IndexedBlock } from "./dataset-types";
import type { MarketBatch, MarketView, NewToken, TokenState } from "./market-batch";
import { moveCheckpoint, notifyMarket } from "./move-checkpoint";
import { addRanks } from "./ranks/change-ranks";

export type NextBatch = {
  expected: Checkpoint;
  next: Checkpoint;
  head: number;
  blocks: readonly IndexedBlock[];
  /** Event count of the batch, for the progress log. */
  events?: number;
  /** Block hashes below this block are removed; a fork cannot be found there any more. */
  keepBlocksFrom: number;
  touched: Touched;
  derive: (view: MarketView) => MarketBatch;
};

/**
 * Writes a batch and moves the checkpoint from `expected` to `next`.
 * @param batch.derive returns the rows to write, given the current state of what is touched
 * @throws CheckpointMovedError
 */
export async function applyBatch(
  db: Database,
  dataset: { id: number; chainId: number; realm: Realm },
  batch: NextBatch,
): Promise<void> {
  const { expected, next, head, touched } = batch;
  const datasetId = dataset.id;
  await db.transaction(async (tx) => {
    const { windowAt, isLive } = await moveCheckpoint(tx, {
      datasetId,
      expected,
      next,
      head,
      events: batch.events ?? 0,
    });
    await insertRows(
      tx,
      blocks,
      batch.blocks.map((block) => ({ datasetId, ...block })),
    );
    await tx
      .delete(blocks)
      .where(and(eq(blocks.datasetId, datasetId), lt(blocks.number, batch.keepBlocksFrom)));
    if (touched.tokens.length > 0 || touched.managers.length > 0) {
      const rows = batch.derive(await readView(tx, datasetId, touched, windowAt));
      await insertEvents(tx, rows);
      await writeTokens(tx, datasetId, rows);
      await changeBalances(tx, datasetId, rows.balanceDeltas);
      await changePositions(tx, rows);
      await addCandles(tx, datasetId, rows.candles, expected.time);
      await changeManagers(tx, datasetId, rows);
      if (isLive) {
        const range = { after: expected.block, upTo: next.block };
        const { chainId, realm } = dataset;
        await addMarketDeliveries(tx, { datasetId, chainId, realm, ...range });
      }
    }
    if (!isLive) return;
    const { block, hash } = next;
    await notifyMarket(tx, { chainId: dataset.chainId, block, hash, kind: "blocks" });
  });
}

async function insertEvents(tx: Executor, rows: MarketBatch): Promise<void> {
  await insertRows(tx, launches, rows.launches);
  await insertRows(tx, swaps, rows.swaps);
  await insertRows(tx, transfers, rows.transfers);
  await insertRows(tx, positionChanges, rows.positionChanges);
  await insertRows(tx, supplyChanges, rows.supplyChanges);
  await insertRows(tx, feeStreamTransfers, rows.feeStreamTransfers);
  await insertRows(tx, feeClaims, rows.feeClaims);
  await insertRows(tx, wallMoves, rows.wallMoves);
  await insertRows(tx, managerEvents, rows.managerEvents);
}

/** Inserts new tokens with their state after the batch and updates the others. */
async function writeTokens(tx: Executor, datasetId: number, rows: MarketBatch): Promise<void> {
  const states = new Map<Address, TokenState>(
    rows.tokenStates.map((state) => [state.address, state]),
  );
  const added = rows.newTokens.flatMap((token) => {
    const state = states.get(token.address);
    if (state === undefined) return [];
    states.delete(token.address);
    return [{ ...token, ...toTokenColumns(state), metadataState: "pending" as const }];
  });
  await insertRows(tx, tokens, added);
  await addRanks(tx, datasetId, added);
  await fillMetadata(tx, datasetId, rows.newTokens);
  await addTerms(tx, datasetId, added);
  await updateTokens(tx, datasetId, [...states.values()]);
}

/** Copies metadata that is already stored, as after a reorg or rebuild, to new tokens. */
async function fillMetadata(
  tx: Executor,
  datasetId: number,
  rows: readonly NewToken[],
): Promise<void> {
  if (rows.length === 0) return;
  const addresses = rows.map((row) => row.address);
  await tx.execute(sql`
    update ${tokens} as t
    set metadata_state = 'resolved', description = m.description, image = m.image,
      website = m.website, twitter = m.twitter, telegram = m.telegram, discord = m.discord,
      farcaster = m.farcaster
    from ${metadata} as m
    where t.dataset_id = ${datasetId} and t.address = any(${arrayParam(tokens.address, addresses)})
      and m.uri = t.token_uri`);
}
