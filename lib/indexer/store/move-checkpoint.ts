import { and, eq, sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { MARKET_CHANNEL } from "@/lib/features/market/store/channels";
import { isLive } from "@/lib/features/market/store/live-dataset";
import { checkpoints } from "@/lib/features/market/store/tables/tables";
import { type Checkpoint, CheckpointMovedError } from "./dataset-types";

/**
 * Moves a dataset's checkpoint inside the caller's transaction. The row stays locked until the
 * transaction ends, so two writers of one dataset never both succeed, even without the advisory lock.
 * @returns the dataset's `windowAt`, and whether its changes concern readers and webhooks: those of a
 * dataset that is being built do not
 * @throws CheckpointMovedError
 */
export async function moveCheckpoint(
  tx: Executor,
  move: {
    datasetId: number;
    expected: Checkpoint;
    next: Checkpoint;
    head?: number;
    events?: number;
  },
): Promise<{ windowAt: number; isLive: boolean }> {
  const { datasetId, expected, next, head, events = 0 } = move;
  const [moved] = await tx
    .update(checkpoints)
    .set({
      block: next.block,
      blockHash: next.hash,
      blockTime: next.time,
      events: sql`${checkpoints.events} + ${events}`,
      updatedAt: sql`now()`,
      ...(head === undefined ? {} : { head }),
    })
    .where(
      and(
        eq(checkpoints.datasetId, datasetId),
        eq(checkpoints.block, expected.block),
        eq(checkpoints.blockHash, expected.hash),
      ),
    )
    .returning({ windowAt: checkpoints.windowAt, isLive: isLive(datasetId) });
  if (moved === undefined) {
    throw new CheckpointMovedError(
      `dataset ${datasetId} is not at block ${expected.block} any more`,
    );
  }
  return moved;
}

/** Notifies listeners, on commit, of the block up to which the chain is indexed. */
export async function notifyMarket(
  tx: Executor,
  update:
    | { chainId: number; block: number; hash: Hex; kind: "blocks" | "rollback" }
    | { chainId: number; block: number; kind: "metadata"; token: Address },
): Promise<void> {
  await tx.execute(sql`select pg_notify(${MARKET_CHANNEL}, ${JSON.stringify(update)})`);
}
