import { and, eq } from "drizzle-orm";
import type { Database } from "../create-database";
import { checkpoints } from "../schema/market";
import { models } from "../schema/market-series";
import { notifyMarket } from "./move-checkpoint";

/**
 * Puts a model that was built in the place of the live one. Whoever still writes to that one finds
 * its checkpoint gone and loads its state anew.
 */
export async function promoteModel(
  db: Database,
  model: { id: number; chainId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [live] = await tx
      .update(models)
      .set({ state: "retired" })
      .where(and(eq(models.chainId, model.chainId), eq(models.state, "live")))
      .returning({ id: models.id });
    if (live !== undefined) await tx.delete(checkpoints).where(eq(checkpoints.chain, live.id));
    const [promoted] = await tx
      .update(models)
      .set({ state: "live" })
      .where(and(eq(models.id, model.id), eq(models.state, "building")))
      .returning({ id: models.id });
    if (promoted === undefined) throw new Error(`model ${model.id} is not being built any more`);
    const [checkpoint] = await tx
      .select({ block: checkpoints.block })
      .from(checkpoints)
      .where(eq(checkpoints.chain, model.id));
    if (checkpoint === undefined) throw new Error(`model ${model.id} has no checkpoint`);
    await notifyMarket(tx, { chain: model.chainId, block: checkpoint.block, kind: "rollback" });
  });
}
