import type { ServiceContext } from "@/lib/context";
import type { AssetKey } from "@/lib/features/media/store/create-asset-store";
import type { AssetKind } from "@/lib/features/media/store/tables";
import { AppError } from "@/lib/shared/errors";
import { applyContentChange } from "./apply-content-changes";
import { deleteVideo } from "./delete-video";
import type { StorageQuota } from "./rules/storage-quotas";

type RemoverContext = Pick<
  ServiceContext,
  "assets" | "contentChanges" | "ipfs" | "log" | "videos" | "videoStore"
>;
type Remover = (ctx: RemoverContext, key: string, reason: string) => Promise<void>;

/** Removes the files of each kind of asset. */
const REMOVERS: Record<AssetKind, Remover> = {
  video: (ctx, uid, reason) => deleteVideo({ ctx, input: { uid, reason } }),
  content: async (ctx, cid) => {
    await applyContentChange({ ctx, input: { cid } });
  },
};

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
    await removeAsset(ctx, { kind, key }, "Removed to make room for newer uploads.");
    ctx.log.info({ kind, key }, "removed an unused upload to make room");
  }
}

/** @param reason text shown in the status of a removed video */
export function removeAsset(ctx: RemoverContext, asset: AssetKey, reason: string): Promise<void> {
  return REMOVERS[asset.kind](ctx, asset.key, reason);
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
