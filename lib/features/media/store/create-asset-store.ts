import { and, asc, eq, gt, inArray, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { USED_FOREVER } from "@/lib/features/media/rules/used-forever";
import {
  quotaDayStart,
  quotaWaitSeconds,
  type StorageQuota,
} from "@/lib/features/storage/rules/storage-quotas";
import { REMOVABLE_STATES } from "@/lib/features/video/rules/video";
import { requestContentChange } from "./create-content-changes";
import {
  findRemovable,
  isOneOf,
  LAUNCH_GRACE_MS,
  lockRemovable,
  type Removable,
} from "./find-removable";
import { isLaunchedVideo, isUnsentVideo } from "./is-referenced";
import { markAt, recordUsedVideo } from "./record-used-video";
import { readUsage, recountUsage } from "./storage-usage";
import type { AssetKind } from "./tables";
import { assets, videos } from "./tables";
import { lockBudget, lockContent } from "./upload-locks";

/** Unused assets that one sweep removes. */
export const REMOVED_AT_ONCE = 500;

/** Searches for removable assets that delay no other upload. */
const SEARCHES_MAX = 3;

/** Why an upload was removed, as its uploader reads it in the status of a video. */
const REMOVED = {
  unused: "Removed: no launch used it within a week.",
  forNewer: "Removed to make room for newer uploads.",
} as const;

export type AssetKey = { kind: AssetKind; key: string };
type Reserved = AssetKey[] | "full" | { waitSeconds: number | null };

/**
 * Keeps the disk usage of uploads within a budget.
 * @param bytesMax the budget, over all kinds
 */
export function createAssetStore(db: Database, bytesMax: number, now: () => Date) {
  /**
   * Removes rows, and records in the same transaction that their files have to be removed: sweeps do that
   * if the caller cannot.
   */
  async function forget(
    tx: Executor,
    leaving: readonly AssetKey[],
    reason: string,
  ): Promise<AssetKey[]> {
    if (leaving.length === 0) return [];
    const gone = await tx
      .delete(assets)
      .where(isOneOf(leaving))
      .returning({ kind: assets.kind, key: assets.key });
    const goneOf = (wanted: AssetKind) =>
      gone.filter(({ kind }) => kind === wanted).map(({ key }) => key);
    await requestContentChange(tx, goneOf("content"), "remove", now());
    const isRemoved = inArray(videos.uid, goneOf("video"));
    await tx
      .update(videos)
      .set({ state: "error", reason, finishedAt: now(), touchedAt: now() })
      .where(and(isRemoved, inArray(videos.state, [...REMOVABLE_STATES])));
    return gone;
  }

  /** Seconds until an asset fits a quota; 0 if it does, null if that depends on other removals. */
  async function waitFor(
    tx: Executor,
    asset: AssetKey & { sizeBytes: number; isSettled: boolean },
    { key, dayBytesMax, heldBytesMax }: StorageQuota,
  ): Promise<number | null> {
    const owned = and(sql`${assets.owners} @> array[${key}]`, assets.isSettled, not(is(asset)));
    const held = await sum(tx, owned);
    const ofToday = and(owned, gt(assets.createdAt, quotaDayStart(now())));
    const today = await sum(tx, ofToday);
    const adds = asset.isSettled ? asset.sizeBytes : 1;
    if (held + adds > heldBytesMax) return null;
    const excessBytes = today + adds - dayBytesMax;
    if (excessBytes <= 0) return 0;
    const leaving = await tx
      .select({ createdAt: assets.createdAt, sizeBytes: assets.sizeBytes })
      .from(assets)
      .where(ofToday)
      .orderBy(asc(assets.createdAt));
    return quotaWaitSeconds(leaving, excessBytes, now());
  }

  /**
   * Reserves space in one transaction.
   * @param removable assets that may be removed; null has it look for unlocked ones while others wait
   */
  const tryReserve = (
    asset: AssetKey & { sizeBytes: number; isSettled: boolean },
    quotas: readonly StorageQuota[],
    removable: Removable | null,
  ): Promise<Reserved | { lackBytes: number }> =>
    db.transaction(async (tx) => {
      if (asset.kind === "content") await lockContent(tx, asset.key);
      await lockBudget(tx);
      let waitSeconds: number | null = 0;
      for (const quota of quotas) {
        const wait = await waitFor(tx, asset, quota);
        waitSeconds = wait === null || waitSeconds === null ? null : Math.max(wait, waitSeconds);
      }
      if (waitSeconds !== 0) return { waitSeconds };
      const occupied = (await readUsage(tx)) - (await sum(tx, is(asset)));
      const lackBytes = occupied + asset.sizeBytes - bytesMax;
      // Locked assets would be found every time, although they cannot be removed.
      const wanted = { bytes: lackBytes, except: asset, isLocking: true };
      const { found, isAll } = removable ?? (await findRemovable(tx, wanted, now()));
      const leaving = await lockRemovable(tx, found, now(), lackBytes);
      const freedBytes = leaving.reduce((total, one) => total + one.sizeBytes, 0);
      if (freedBytes < lackBytes) return isAll || removable === null ? "full" : { lackBytes };
      await forget(tx, leaving, REMOVED.forNewer);
      const { sizeBytes, isSettled } = asset;
      const fresh = { sizeBytes, isSettled, createdAt: now() };
      const owners = quotas.map(({ key }) => key);
      // Equal bytes from another caller stay assigned to the first one.
      await tx
        .insert(assets)
        .values({ ...asset, ...fresh, owners })
        .onConflictDoUpdate({ target: [assets.kind, assets.key], set: fresh });
      return leaving.map(({ kind, key }) => ({ kind, key }));
    });

  return {
    /**
     * Records an asset and frees space for it. An asset of the same key is replaced and counts as
     * new.
     * @param asset.isSettled false reserves the size: the asset is kept until `settle`
     * @param quotas of its owners; a reservation counts against them once its size is known
     * @returns removed assets, whose files the caller removes; or, if a quota is used up, the seconds
     *   until the asset fits, null if that depends on the removal of others
     */
    async reserve(
      asset: AssetKey & { sizeBytes: number; isSettled: boolean },
      quotas: readonly StorageQuota[],
    ): Promise<Reserved> {
      let removable: Removable = { found: [], isAll: false };
      for (let searches = 0; ; searches += 1) {
        // After that, others removed or locked the same assets each time; now reservations wait for the search.
        const isLast = searches === SEARCHES_MAX;
        const result = await tryReserve(asset, quotas, isLast ? null : removable);
        if (typeof result === "string" || !("lackBytes" in result)) return result;
        const { lackBytes: bytes } = result;
        removable = await findRemovable(db, { bytes, except: asset }, now());
      }
    },
    /** Whether `sizeBytes` would fit; reserves nothing. */
    async hasRoom(sizeBytes: number): Promise<boolean> {
      const bytes = (await readUsage(db)) + sizeBytes - bytesMax;
      return bytes <= 0 || !(await findRemovable(db, { bytes }, now())).isAll;
    },
    /** Bytes of all uploads, and the budget. */
    async usage(): Promise<{ usedBytes: number; budgetBytes: number }> {
      return { usedBytes: await readUsage(db), budgetBytes: bytesMax };
    },
    /** Sums the bytes of all uploads again, so that `usage` stays fast and right. */
    recountUsage: () => recountUsage(db),
    /**
     * Records the actual size, also of an asset without a reservation. The asset can be removed afterwards.
     * @param mayBeUsed excludes an asset without a reservation from removal, because launches that this
     *   database does not have may refer to it
     */
    async settle(asset: AssetKey & { sizeBytes: number }, mayBeUsed = false): Promise<void> {
      const settled = { sizeBytes: asset.sizeBytes, isSettled: true };
      await db
        .insert(assets)
        .values({ ...asset, ...settled, createdAt: now(), usedAt: mayBeUsed ? USED_FOREVER : null })
        .onConflictDoUpdate({ target: [assets.kind, assets.key], set: settled });
    },
    /** Keeps an asset, because a launch refers to it. False if it no longer exists. */
    async markUsed(asset: AssetKey, on: Executor = db): Promise<boolean> {
      const used = await on
        .update(assets)
        .set({ usedAt: markAt(now()) })
        .where(is(asset))
        .returning({ key: assets.key });
      return used.length === 1;
    },
    /** Records an approved video that a launch refers to. False if it is not approved any more. */
    recordUsedVideo: (uid: string, tx?: Executor): Promise<boolean> =>
      tx === undefined
        ? db.transaction((own) => recordUsedVideo(own, uid, now()))
        : recordUsedVideo(tx, uid, now()),
    /**
     * Records approved videos of a hosted provider that earlier releases did not record. Those of a
     * launch are kept and do not count, because the operator cannot free their space: an update would
     * refuse all uploads.
     */
    async recordHostedVideos(provider: string): Promise<void> {
      const at = now();
      await db.execute(sql`
        insert into ${assets} (kind, key, size_bytes, is_settled, created_at, used_at)
        select 'video', ${videos.uid}, case when is_launched then 0 else coalesce(${videos.sizeBytes}, 0) end,
          true, ${at}::timestamptz, case when is_launched then ${at}::timestamptz end
        from ${videos} cross join lateral (select ${isLaunchedVideo(videos.uid)} as is_launched) as launches
        where ${videos.provider} = ${provider} and ${videos.state} = 'nsfw_approved'
          and not ${videos.isRemoved} and not exists (select 1 from ${assets}
            where ${assets.kind} = 'video' and ${assets.key} = ${videos.uid})
        on conflict do nothing`);
    },
    /**
     * Marks videos as unused that only launches refer to which were prepared and never sent. Recently marked ones
     * are left out: a server of an earlier release stores the prepared launch shortly afterwards, and a failed one
     * may have been signed again.
     */
    async releaseUnsentVideos(): Promise<void> {
      const markedBefore = new Date(now().getTime() - LAUNCH_GRACE_MS);
      const isMarked = and(eq(assets.kind, "video"), lt(assets.usedAt, markedBefore));
      await db
        .update(assets)
        .set({ usedAt: null })
        .where(and(isMarked, isUnsentVideo(assets.key), not(isLaunchedVideo(assets.key))));
    },
    /**
     * Marks videos of launches as used that are not: a server of an earlier release does not mark what it
     * launches, and a token may be indexed after its prepared launch was considered unsent.
     */
    async markLaunchedVideos(): Promise<void> {
      const isUnmarked = and(eq(assets.kind, "video"), isNull(assets.usedAt));
      await db
        .update(assets)
        .set({ usedAt: now() })
        .where(and(isUnmarked, isLaunchedVideo(assets.key)));
    },
    /** The same as `markUsed` for content of a launch, some of which may be stored elsewhere. */
    async markContentUsed(keys: readonly string[]): Promise<void> {
      const isNew = and(eq(assets.kind, "content"), inArray(assets.key, [...keys]));
      await db
        .update(assets)
        .set({ usedAt: now() })
        .where(and(isNew, isNull(assets.usedAt)));
    },
    /**
     * Removes the rows of the oldest unreferenced assets recorded before a time, at most
     * `REMOVED_AT_ONCE`; the caller deletes the files.
     */
    async removeUnused(before: Date): Promise<AssetKey[]> {
      const { found } = await findRemovable(db, { before, count: REMOVED_AT_ONCE }, now());
      if (found.length === 0) return [];
      return db.transaction(async (tx) => {
        // Otherwise a simultaneous upload would find no room, because these rows are locked.
        await lockBudget(tx);
        return forget(tx, await lockRemovable(tx, found, now()), REMOVED.unused);
      });
    },
    async release(asset: AssetKey): Promise<void> {
      await db.delete(assets).where(is(asset));
    },
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
