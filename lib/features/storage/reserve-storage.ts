import type { ServiceContext } from "@/lib/context";
import type { AssetKey } from "@/lib/features/media/store/create-asset-store";
import type { AssetKind } from "@/lib/features/media/store/tables";
import { AppError } from "@/lib/shared/errors";
import { applyContentChange, type ContentChangeContext } from "./apply-content-changes";
import { tryRemoveVideoFiles } from "./remove-video-files";
import type { StorageQuota } from "./rules/storage-quotas";

/** The context of removals, of any kind of asset. */
export type RemoverContext = ContentChangeContext & Pick<ServiceContext, "assets" | "storedVideos">;
type Remover = (ctx: RemoverContext, key: string) => Promise<boolean>;

/** Remove the files of each kind of asset; false if that failed, which is logged and repeated. */
const REMOVERS: Record<AssetKind, Remover> = {
  video: (ctx, uid) => tryRemoveVideoFiles({ ctx, input: { uid } }),
  content: (ctx, key) => applyContentChange({ ctx, input: { key } }),
};

/** Files that an upload removes before it is answered; sweeps remove the others within minutes. */
const REMOVED_IN_REQUEST = 10;
/** After this many failures the store counts as down; each attempt would wait for it. */
const FAILURES_MAX = 3;

/**
 * Reserves disk space for an upload. Removes the oldest unused uploads if the disk is full.
 * @param input.isSettled false while the size is only an upper bound
 * @param input.quotas quotas that the upload counts towards
 * @throws AppError storage_full, rate_limited when a quota is used up
 */
export async function reserveStorage({
  ctx,
  input,
}: {
  ctx: RemoverContext;
  input: AssetKey & { sizeBytes: number; isSettled: boolean; quotas: readonly StorageQuota[] };
}): Promise<void> {
  const { quotas, ...asset } = input;
  const removed = await ctx.assets.reserve(asset, quotas);
  if (removed === "full") throw storageFull();
  if (!Array.isArray(removed)) throw quotaUsed(removed.waitSeconds);
  for (const { kind, key } of removed) {
    ctx.log.info({ kind, key }, "removed an unused upload to make room");
  }
  await removeFiles(ctx, removed.slice(0, REMOVED_IN_REQUEST));
}

/**
 * Removes the files of assets whose rows are gone. Sweeps remove those that this leaves: a failure does
 * not delay the others, and after three the store is considered down.
 */
export async function removeFiles(
  ctx: RemoverContext,
  removed: readonly AssetKey[],
): Promise<void> {
  let failures = 0;
  for (const { kind, key } of removed) {
    if (!(await REMOVERS[kind](ctx, key))) failures += 1;
    if (failures >= FAILURES_MAX) return;
  }
}

/**
 * Checks for free space before an upload starts, without reserving it.
 * @throws AppError storage_full
 */
export async function requireRoom({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets">;
  input: { sizeBytes: number };
}): Promise<void> {
  if (!(await ctx.assets.hasRoom(input.sizeBytes))) throw storageFull();
}

function storageFull(): AppError {
  return new AppError("storage_full", "Storage is full. Try again later.", {
    retryAfterSeconds: 300,
  });
}

/** Unused uploads are removed every ten minutes. */
const TOTAL_RETRY_SECONDS = 600;

/** @param waitSeconds null for the total: nobody knows whether its uploads will be used */
function quotaUsed(waitSeconds: number | null): AppError {
  if (waitSeconds !== null) {
    const text = "Your storage quota of a day is used up. Retry after `Retry-After` seconds.";
    return new AppError("rate_limited", text, { retryAfterSeconds: waitSeconds });
  }
  const text =
    "Your storage quota is used up. Uploads that no launch uses are removed after a week.";
  return new AppError("rate_limited", text, { retryAfterSeconds: TOTAL_RETRY_SECONDS });
}
