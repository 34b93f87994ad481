import { and, asc, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { isReferenced } from "./is-referenced";
import { type AssetKind, assets } from "./tables";

/** Recent uploads and marks are kept, because a launch with them may follow. */
export const LAUNCH_GRACE_MS = 60 * 60 * 1000;

/** Assets that one query reads. */
const READ_AT_ONCE = 500;

type Found = Pick<typeof assets.$inferSelect, "kind" | "key" | "sizeBytes">;
/** `isAll`: these are all that exist, and fewer than requested. */
export type Removable = { found: readonly Found[]; isAll: boolean };

/**
 * Finds the oldest assets that nothing uses; `lockRemovable` checks them again.
 * @param wanted.bytes stops once they free this many bytes
 * @param wanted.count stops once this many are found
 * @param wanted.before only those that were recorded before this time
 * @param wanted.except an asset that is not to be removed
 * @param wanted.isLocking leaves out those that others have locked, and locks all that it reads; needs a transaction
 */
export async function findRemovable(
  db: Executor,
  wanted: {
    bytes?: number;
    count?: number;
    before?: Date;
    except?: { kind: AssetKind; key: string };
    isLocking?: boolean;
  },
  now: Date,
): Promise<Removable> {
  const { bytes = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = wanted;
  const { before, except, isLocking = false } = wanted;
  const found: Found[] = [];
  if (bytes <= 0) return { found, isAll: false };
  let freedBytes = 0;
  let isNext: SQL | undefined;
  for (;;) {
    const condition = and(before && lt(assets.createdAt, before), isNext);
    const page = await readPage(db, { condition, now, isLocking });
    for (const { isKept, at, ...asset } of page) {
      if (isKept || (asset.kind === except?.kind && asset.key === except.key)) continue;
      found.push(asset);
      freedBytes += asset.sizeBytes;
      if (freedBytes >= bytes || found.length >= count) return { found, isAll: false };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < READ_AT_ONCE) return { found, isAll: true };
    const { kind, key, at } = last;
    isNext = sql`(${assets.createdAt}, ${assets.kind}, ${assets.key}) > (${at}::timestamptz, ${kind}, ${key})`;
  }
}

/**
 * Locks the oldest of found assets that together free `bytes`, in a transaction. Leaves out assets that a launch
 * or an upload is changing, and assets that have been used since.
 * @param bytes all are locked by default
 */
export async function lockRemovable(
  tx: Executor,
  found: readonly Found[],
  now: Date,
  bytes = Number.POSITIVE_INFINITY,
): Promise<Found[]> {
  const chosen: Found[] = [];
  let freedBytes = 0;
  for (let start = 0; start < found.length && freedBytes < bytes; start += READ_AT_ONCE) {
    const condition = isOneOf(found.slice(start, start + READ_AT_ONCE));
    const page = await readPage(tx, { condition, now, isLocking: true });
    for (const { isKept, at, ...asset } of page) {
      if (isKept || freedBytes >= bytes) continue;
      chosen.push(asset);
      freedBytes += asset.sizeBytes;
    }
  }
  return chosen;
}

/**
 * Reads unused assets, oldest first, and whether each is kept nevertheless. The limit makes PostgreSQL look up
 * references for these assets only.
 */
function readPage(
  db: Executor,
  { condition, now, isLocking }: { condition: SQL | undefined; now: Date; isLocking: boolean },
) {
  const { kind, key, sizeBytes, createdAt } = assets;
  const query = db
    .select({ kind, key, sizeBytes, createdAt })
    .from(assets)
    // These conditions select the index `assets_removable`.
    .where(and(isNull(assets.usedAt), assets.isSettled, condition))
    .orderBy(asc(createdAt), asc(kind), asc(key))
    .limit(READ_AT_ONCE)
    .$dynamic();
  if (isLocking) query.for("update", { skipLocked: true });
  const page = query.as("page");
  const isRecent = gt(page.createdAt, new Date(now.getTime() - LAUNCH_GRACE_MS));
  const isKept = sql<boolean>`${page.kind} = 'content' and (${isRecent} or ${isReferenced(sql`${page.key}`)})`;
  return db
    .select({
      kind: page.kind,
      key: page.key,
      sizeBytes: page.sizeBytes,
      // As text: a `Date` has no microseconds, and the next page would repeat assets.
      at: sql<string>`${page.createdAt}::text`,
      isKept,
    })
    .from(page)
    .orderBy(asc(page.createdAt), asc(page.kind), asc(page.key));
}

/** Whether a row of `assets` has one of these keys. */
export function isOneOf(found: readonly { kind: AssetKind; key: string }[]): SQL {
  const kinds = sql.param(found.map(({ kind }) => kind));
  const keys = sql.param(found.map(({ key }) => key));
  return sql`(${assets.kind}, ${assets.key}) in (select * from unnest(${kinds}::text[], ${keys}::text[]))`;
}
