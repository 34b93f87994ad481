import { and, asc, eq, gt, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { quotaDayStart, type StorageQuota } from "@/lib/features/storage/rules/storage-quotas";
import { isReferenced } from "./is-referenced";
import type { AssetKind } from "./tables";
import { assets } from "./tables";

/** Any number: reservations of all processes wait for each other under it. */
const BUDGET_LOCK = 5_107_223;

/** Who has just uploaded an image is about to launch with it. */
const CONTENT_GRACE_MS = 60 * 60 * 1000;

export type AssetKey = { kind: AssetKind; key: string };

/**
 * Keeps what uploads occupy on this disk under a budget.
 * @param bytesMax the budget, over all kinds
 */
export function createAssetStore(db: Database, bytesMax: number, now: () => Date) {
  const isStaying = () =>
    or(
      not(assets.isSettled),
      not(isNull(assets.usedAt)),
      and(
        eq(assets.kind, "content"),
        or(gt(assets.createdAt, new Date(now().getTime() - CONTENT_GRACE_MS)), isReferenced()),
      ),
    );
  const lock = (db: Executor) => db.execute(sql`select pg_advisory_xact_lock(${BUDGET_LOCK})`);

  async function isUsedUp(
    tx: Executor,
    asset: AssetKey & { sizeBytes: number; isSettled: boolean },
    { key, dayBytesMax, heldBytesMax }: StorageQuota,
  ): Promise<boolean> {
    const owned = and(sql`${assets.owners} @> array[${key}]`, assets.isSettled, not(is(asset)));
    const held = await sum(tx, owned);
    const today = await sum(tx, and(owned, gt(assets.createdAt, quotaDayStart(now()))));
    const adds = asset.isSettled ? asset.sizeBytes : 1;
    return held + adds > heldBytesMax || today + adds > dayBytesMax;
  }

  return {
    /**
     * Makes room for an asset and enters it; one of the same key is replaced and counts as new again.
     * @param asset.isSettled false reserves: it is not removed until `settle`
     * @param quotas of its owners; a reservation is held against them once its size is known
     * @returns what had to go, already forgotten here and to be deleted by the caller
     */
    reserve: (
      asset: AssetKey & { sizeBytes: number; isSettled: boolean },
      quotas: readonly StorageQuota[],
    ): Promise<AssetKey[] | "full" | "quota_used"> =>
      db.transaction(async (tx) => {
        await lock(tx);
        for (const quota of quotas) {
          if (await isUsedUp(tx, asset, quota)) return "quota_used";
        }
        const others = not(is(asset));
        const occupied = await sum(tx, others);
        const excess = occupied + asset.sizeBytes - bytesMax;
        const leaving =
          excess <= 0
            ? []
            : await findRemovable(tx, and(others, not(isStaying() ?? sql`true`)), excess);
        if (leaving === null) return "full";
        if (leaving.length > 0) await tx.delete(assets).where(or(...leaving.map(is)));
        const { sizeBytes, isSettled } = asset;
        const fresh = { sizeBytes, isSettled, createdAt: now() };
        const owners = quotas.map(({ key }) => key);
        // The same bytes again, from whomever, stay with who sent them first.
        await tx
          .insert(assets)
          .values({ ...asset, ...fresh, owners })
          .onConflictDoUpdate({ target: [assets.kind, assets.key], set: fresh });
        return leaving;
      }),
    /** Whether `sizeBytes` would find room; reserves nothing. */
    async hasRoom(sizeBytes: number): Promise<boolean> {
      return (await sum(db, isStaying())) + sizeBytes <= bytesMax;
    },
    /** Enters the true size; from now on the asset may be removed. */
    async settle({ kind, key, sizeBytes }: AssetKey & { sizeBytes: number }): Promise<void> {
      await db.update(assets).set({ sizeBytes, isSettled: true }).where(is({ kind, key }));
    },
    /** Keeps an asset for good, because a launch refers to it. False when it is no longer there. */
    async markUsed(asset: AssetKey): Promise<boolean> {
      const used = await db
        .update(assets)
        .set({ usedAt: sql`coalesce(${assets.usedAt}, ${now()})` })
        .where(is(asset))
        .returning({ key: assets.key });
      return used.length === 1;
    },
    /** Forgets what was entered before a time and nothing refers to; the caller deletes it. */
    async takeUnused(before: Date): Promise<AssetKey[]> {
      const unused = and(not(isStaying() ?? sql`true`), lt(assets.createdAt, before));
      return db.delete(assets).where(unused).returning({ kind: assets.kind, key: assets.key });
    },
    async release(asset: AssetKey): Promise<void> {
      await db.delete(assets).where(is(asset));
    },
    /** Runs `work` unless the asset has been entered again; until it ends, nothing is entered. */
    unlessEntered: (asset: AssetKey, work: () => Promise<void>): Promise<void> =>
      db.transaction(async (tx) => {
        await lock(tx);
        const found = await tx.select({ key: assets.key }).from(assets).where(is(asset));
        if (found.length === 0) await work();
      }),
  };
}

export type AssetStore = ReturnType<typeof createAssetStore>;

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

/** The oldest assets of a condition that together free `bytes`, or null when there are not enough. */
async function findRemovable(
  db: Executor,
  condition: SQL | undefined,
  bytes: number,
): Promise<AssetKey[] | null> {
  const candidates = await db
    .select({ kind: assets.kind, key: assets.key, sizeBytes: assets.sizeBytes })
    .from(assets)
    .where(condition)
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
