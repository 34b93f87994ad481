import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Executor } from "../create-database";
import { checkpoints } from "../schema/market";
import { models } from "../schema/market-series";
import type { Checkpoint } from "./market-store";
import { MODEL_TABLES } from "./model-tables";
import { takeBack } from "./roll-back";

/**
 * Copies the live model's rows as they are at one moment and takes back what came after a block,
 * which becomes the checkpoint.
 */
export async function copyLiveModel(
  db: Database,
  model: { id: number; chainId: number },
  upTo: Checkpoint,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      // A chain of any size; the pool's limit is meant for readers.
      await tx.execute(sql`set local statement_timeout = 0`);
      const [live] = await tx
        .select({ id: models.id })
        .from(models)
        .where(and(eq(models.chainId, model.chainId), eq(models.state, "live")));
      if (live === undefined) throw new Error("there is no live model to copy");
      for (const table of MODEL_TABLES) await copyRows(tx, table, live.id, model.id);
      await copyRows(tx, checkpoints, live.id, model.id);
      const [copied] = await tx
        .update(checkpoints)
        .set({ block: upTo.block, blockHash: upTo.hash, blockTime: upTo.time })
        .where(eq(checkpoints.chain, model.id))
        .returning({ windowAt: checkpoints.windowAt });
      if (copied === undefined) throw new Error("the live model has no checkpoint");
      await takeBack(tx, model.id, { block: upTo.block, windowAt: copied.windowAt });
    },
    { isolationLevel: "repeatable read" },
  );
}

async function copyRows(tx: Executor, table: PgTable, from: number, to: number): Promise<void> {
  const names = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((name) => name !== "chain")
    .map((name) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  await tx.execute(sql`
    insert into ${table} (chain, ${columns})
    select ${to}, ${columns} from ${table} where chain = ${from}`);
}
