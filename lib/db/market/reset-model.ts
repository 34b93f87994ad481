import { eq } from "drizzle-orm";
import { bucketStart } from "@/lib/domain/candles";
import type { Database } from "../create-database";
import { blocks, checkpoints } from "../schema/market";
import type { MarketStore } from "./market-store";
import { MODEL_TABLES } from "./model-tables";
import { notifyMarket } from "./move-checkpoint";

/** See `MarketStore.reset`. */
export async function resetModel(
  db: Database,
  model: { id: number; chainId: number },
  start: Parameters<MarketStore["reset"]>[0],
): Promise<void> {
  const { block, hash, time, genesisHash, deployment, windowAt } = start;
  const chain = model.id;
  await db.transaction(async (tx) => {
    const row = {
      genesisHash,
      deployment,
      block,
      blockHash: hash,
      blockTime: time,
      head: block,
      windowAt: bucketStart(windowAt, 60),
      updatedAt: new Date(),
    };
    await tx
      .insert(checkpoints)
      .values({ chain, ...row })
      .onConflictDoUpdate({ target: checkpoints.chain, set: row });
    for (const table of MODEL_TABLES) await tx.delete(table).where(eq(table.chain, chain));
    await tx.insert(blocks).values({ chain, number: block, hash });
    await notifyMarket(tx, { chain: model.chainId, block, kind: "rollback" });
  });
}
