import { and, asc, eq, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../create-database";
import { assets } from "../schema/media";
import type { AssetKey, AssetStore } from "./asset-store";

/** Any number: reservations of all processes wait for each other under it. */
const BUDGET_LOCK = 5_107_223;

/** @param bytesMax the budget, over all kinds */
export function createAssetStore(db: Database, bytesMax: number, now: () => Date): AssetStore {
  return {
    reserve: (asset) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${BUDGET_LOCK})`);
        const others = not(is(asset));
        const occupied = await sum(tx, others);
        const excess = occupied + asset.sizeBytes - bytesMax;
        const leaving = excess <= 0 ? [] : await findRemovable(tx, others, excess);
        if (leaving === null) return null;
        if (leaving.length > 0) await tx.delete(assets).where(or(...leaving.map(is)));
        const { sizeBytes, isSettled } = asset;
        const fresh = { sizeBytes, isSettled, createdAt: now() };
        await tx
          .insert(assets)
          .values({ ...asset, ...fresh })
          .onConflictDoUpdate({ target: [assets.kind, assets.key], set: fresh });
        return leaving;
      }),
    async hasRoom(sizeBytes) {
      const staying = or(not(assets.isSettled), not(isNull(assets.usedAt)));
      return (await sum(db, staying)) + sizeBytes <= bytesMax;
    },
    async settle({ kind, key, sizeBytes }) {
      await db.update(assets).set({ sizeBytes, isSettled: true }).where(is({ kind, key }));
    },
    async markUsed(asset) {
      const used = await db
        .update(assets)
        .set({ usedAt: sql`coalesce(${assets.usedAt}, ${now()})` })
        .where(is(asset))
        .returning({ key: assets.key });
      return used.length === 1;
    },
    async release(asset) {
      await db.delete(assets).where(is(asset));
    },
  };
}

function is({ kind, key }: AssetKey) {
  return sql`(${eq(assets.kind, kind)} and ${eq(assets.key, key)})`;
}

async function sum(db: Executor, condition: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${assets.sizeBytes}), 0)` })
    .from(assets)
    .where(condition);
  return Number(row?.total ?? 0);
}

/** The oldest removable assets that together free `bytes`, or null when there are not enough. */
async function findRemovable(
  db: Executor,
  condition: SQL,
  bytes: number,
): Promise<AssetKey[] | null> {
  const candidates = await db
    .select({ kind: assets.kind, key: assets.key, sizeBytes: assets.sizeBytes })
    .from(assets)
    .where(and(condition, isNull(assets.usedAt), assets.isSettled))
    .orderBy(asc(assets.createdAt));
  const chosen: AssetKey[] = [];
  let freed = 0;
  for (const { sizeBytes, ...key } of candidates) {
    if (freed >= bytes) break;
    chosen.push(key);
    freed += sizeBytes;
  }
  return freed >= bytes ? chosen : null;
}
