import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { swaps, transfers, wallMoves } from "@/lib/features/market/store/tables/event-tables";
import { rankQueue, tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import { hexArray } from "@/lib/features/market/store/tables/raw-columns";
import { checkpoints } from "@/lib/features/market/store/tables/tables";

/**
 * Queues tokens for the next refresh.
 * @param changed a query of tokens
 */
export async function queueRanks(tx: Executor, datasetId: number, changed: SQL): Promise<void> {
  await tx.execute(sql`
    insert into ${rankQueue} (dataset_id, token)
    select ${datasetId}, c.token from (${changed}) as c on conflict do nothing`);
}

/** Queues the tokens whose events after a block will be removed. Call it before that. */
export async function queueReverted(tx: Executor, datasetId: number, block: number): Promise<void> {
  const later = sql`dataset_id = ${datasetId} and block > ${block}`;
  await queueRanks(
    tx,
    datasetId,
    sql`
      select token from ${swaps} where ${later}
      union select token from ${transfers} where ${later}
      union select token from ${wallMoves} where ${later}`,
  );
  await tx
    .update(checkpoints)
    .set({ rankedBlock: sql`least(${checkpoints.rankedBlock}, ${block})` })
    .where(eq(checkpoints.datasetId, datasetId));
}

/**
 * Removes the ranks of tokens that were removed. The queue comes first: a refresh that has taken one of
 * them writes its rank before the deletion below.
 */
export async function removeRanks(
  tx: Executor,
  datasetId: number,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return;
  for (const table of [rankQueue, tokenRanks]) {
    await tx
      .delete(table)
      .where(
        and(eq(table.datasetId, datasetId), sql`${table.token} = any(${hexArray(addresses)})`),
      );
  }
}

/** Adds new tokens, so that lists have them before their first refresh. */
export async function addRanks(
  tx: Executor,
  datasetId: number,
  added: readonly { address: Address; createdAt: number; marketCapWei: bigint }[],
): Promise<void> {
  await insertRows(
    tx,
    tokenRanks,
    added.map(({ address, createdAt, marketCapWei }) => ({
      datasetId,
      token: address,
      createdAt,
      marketCapWei,
      volume24hWei: 0n,
      change5mE6: 0n,
      change1hE6: 0n,
      change6hE6: 0n,
      change24hE6: 0n,
      trades24h: 0,
      holders: 0,
      liquidityWei: 0n,
      creatorBps: 0,
      topHoldersBps: 0,
      firstBlockBps: 0,
    })),
  );
}
